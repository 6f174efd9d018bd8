package io.ctxeval.judge.served;

import io.ctxeval.judge.VerdictRules;
import io.ctxeval.judge.Violation;
import io.ctxeval.judge.Violation.Kind;
import io.ctxeval.score.Status;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose responses say in one word what they are: {@code reply TEXT}, {@code cut TEXT}, {@code refused-form}, {@code
 * refused-parameter NAME}, {@code fail CLASS WORDS}; else the status decides. Its requests show what the turn depends on.
 */
final class ScriptedProvider implements Provider {
    @Override
    public String family() {
        return "scripted";
    }

    @Override
    public String path() {
        return "/judge";
    }

    @Override
    public Map<String, String> headers(@Nullable String key) {
        return key == null ? Map.of() : Map.of("authorization", "Bearer " + key);
    }

    @Override
    public String body(Turn turn, ModelSettings settings) {
        String earlier = turn.earlier() == null
                ? "none"
                : turn.earlier().reply() + " "
                        + turn.earlier().violations().stream()
                                .map(Violation::message)
                                .collect(Collectors.joining(","));
        return turn.request().key() + " " + turn.rung() + " dropped=" + new TreeSet<>(turn.dropped()) + " limit="
                + turn.outputLimit() + " earlier=" + earlier;
    }

    @Override
    public Reading read(int status, HttpHeaders headers, String body) {
        String[] parts = body.split(" ", 3);
        return switch (parts[0]) {
            case "reply" -> new Reading.Reply(body.substring(6), true, 10L, 5L, "scripted-1");
            case "uncounted" -> new Reading.Reply(body.substring(10), true, null, null, null);
            case "cut" -> new Reading.Reply(body.substring(4), false, 10L, 5L, "scripted-1");
            case "refused-form" -> new Reading.RungRefused("response_format isn't taken");
            case "refused-parameter" -> new Reading.ParameterRefused(parts[1], parts[1] + " isn't taken");
            case "fail" -> new Reading.Failure(CallClass.valueOf(parts[1]), parts[2]);
            case "throw" -> throw new IllegalStateException("a provider's own fault");
            default -> new Reading.Failure(classOf(status), "words of the endpoint: " + body);
        };
    }

    private static CallClass classOf(int status) {
        return switch (status) {
            case 400 -> CallClass.BAD_REQUEST;
            case 401 -> CallClass.UNAUTHORISED;
            case 402 -> CallClass.PAYMENT_REQUIRED;
            case 403 -> CallClass.FORBIDDEN;
            case 404 -> CallClass.NOT_FOUND;
            case 408 -> CallClass.REQUEST_TIMEOUT;
            case 409 -> CallClass.CONFLICT;
            case 413 -> CallClass.TOO_LARGE;
            case 422 -> CallClass.UNPROCESSABLE;
            case 425 -> CallClass.TOO_EARLY;
            case 429 -> CallClass.RATE_LIMITED;
            case 500, 502, 503, 504 -> CallClass.SERVER_ERROR;
            case 529 -> CallClass.OVERLOADED;
            default -> status / 100 == 3 ? CallClass.REDIRECTED : CallClass.OTHER_STATUS;
        };
    }

    /** A reply is {@code good}, {@code uncited} or {@code wrong}; anything else can't be read. */
    static ReplyCheck.Finding check(JudgeRequest request, VerdictRules rules, String reply) {
        return switch (reply) {
            case "good" -> new ReplyCheck.Finding.Judged("{\"good\":true}", List.of());
            case "uncited" ->
                new ReplyCheck.Finding.Judged(
                        "{\"cited\":false}", List.of(new Violation(Kind.UNCITED_COVERAGE, "aspect 0 cites no chunk")));
            case "wrong" ->
                new ReplyCheck.Finding.Judged(
                        "{\"wrong\":true}", List.of(new Violation(Kind.ID_OUT_OF_RANGE, "chunk 9 was not asked for")));
            default -> new ReplyCheck.Finding.Unreadable(Status.JUDGE_UNPARSEABLE, "expected one JSON object");
        };
    }
}
