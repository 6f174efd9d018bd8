package io.ctxeval.rehearsal;

import io.ctxeval.rehearsal.Dialect.Ending;
import io.ctxeval.rehearsal.Treatment.Manner;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of each request, without any socket. In this order: key, quota, refused parameters, window, faults. A
 * reply that exceeds the request's output limit is cut there, as endpoints do. Safe for threads.
 */
final class FakeJudge {
    static final String ELSEWHERE = "/elsewhere";
    private static final Pattern SECONDS = Pattern.compile("seconds=([1-9]\\d{0,3})");
    private static final long OVERSIZED = 2L << 20;
    private static final long HUGE = 64L << 20;
    private static final Duration FAULTY_WAIT = Duration.ofSeconds(1);
    private static final Duration UNTIL_TOMORROW = Duration.ofHours(7);
    private static final String PAGE = "<!DOCTYPE html>\n<html><body><h1>It works!</h1></body></html>\n";

    private final Clerk clerk = new Clerk();
    private final LongSupplier nanos;
    private final InstantSource wall;
    private final Turnstile turnstile;
    private volatile FakeJudgeSettings settings;
    private volatile Tally tally;

    /**
     * A judge without a port.
     *
     * @param nanos time of quota and statistics, never falling
     * @param wall time of dates in headers
     */
    FakeJudge(FakeJudgeSettings settings, LongSupplier nanos, InstantSource wall) {
        this.settings = settings;
        this.nanos = nanos;
        this.wall = wall;
        this.turnstile = new Turnstile(settings.throttle(), nanos.getAsLong());
        this.tally = new Tally(wall.instant(), nanos.getAsLong(), 0);
    }

    void settings(FakeJudgeSettings other) {
        turnstile.throttle(other.throttle(), nanos.getAsLong());
        settings = other;
    }

    FakeJudgeSettings settings() {
        return settings;
    }

    void failNext(int requests, Fault fault) {
        turnstile.failNext(requests, fault);
    }

    /** Whether nothing should listen at present. */
    boolean refusesConnections() {
        return settings.refusesConnections(turnstile.admitted());
    }

    FakeJudgeStats stats() {
        return tally.stats(nanos.getAsLong());
    }

    Map<String, ContentCount> contents() {
        return new TreeMap<>(tally.contents());
    }

    /** Counts anew. Attempts and the number of requests, on which disturbances depend, go on. */
    void reset() {
        tally = new Tally(wall.instant(), nanos.getAsLong(), tally.inFlight());
    }

    void entered(HttpRequest request) {
        if (Dialect.at(request).isPresent()) {
            tally.entered();
        }
    }

    void left(HttpRequest request, boolean sent) {
        if (Dialect.at(request).isPresent()) {
            tally.left(sent);
        }
    }

    Treatment treat(HttpRequest request) {
        Optional<Dialect> dialect = Dialect.at(request);
        return dialect.isPresent() ? asked(dialect.get(), request) : Treatment.whole(other(request));
    }

    private HttpResponse other(HttpRequest request) {
        return switch (request.method() + " " + request.path()) {
            case "GET /stats" -> stats(request);
            case "GET /stats/contents" -> HttpResponse.json(200, ContentCount.json(contents()) + "\n");
            case "POST /reset" -> {
                reset();
                yield HttpResponse.json(200, "{}\n");
            }
            default -> {
                if (request.path().equals(ELSEWHERE)) {
                    tally.redirectFollowed();
                }
                String message = "Unknown request URL: " + request.method() + " " + request.path() + ".";
                yield new OpenAiDialect(null).problem(404, message);
            }
        };
    }

    private HttpResponse stats(HttpRequest request) {
        if (request.query().isEmpty()) {
            return HttpResponse.json(200, stats().json() + "\n");
        }
        Matcher seconds = SECONDS.matcher(request.query());
        if (!seconds.matches()) {
            String message = "Unknown query of /stats: it takes seconds=N, such as seconds=" + RecentSeconds.KEPT
                    + ", which is as many as are kept.";
            return new OpenAiDialect(null).problem(400, message);
        }
        return HttpResponse.json(200, stats().json(Integer.parseInt(seconds.group(1))) + "\n");
    }

    private Treatment asked(Dialect dialect, HttpRequest request) {
        Asked asked;
        try {
            asked = dialect.read(request);
        } catch (IOException e) {
            tally.unreadable(400, nanos.getAsLong());
            return Treatment.whole(dialect.problem(400, "We could not parse the JSON body of your request."));
        }
        Decision decision = decide(dialect, request, asked, settings);
        tally.treated(asked, decision.treatment(), decision.right(), decision.fault(), nanos.getAsLong());
        return decision.treatment();
    }

    private record Decision(
            Treatment treatment, boolean right, @Nullable Fault fault) {
        static Decision refused(HttpResponse response) {
            return new Decision(Treatment.whole(response), false, null);
        }
    }

    private Decision decide(Dialect dialect, HttpRequest request, Asked asked, FakeJudgeSettings now) {
        Demands demands = now.demands();
        String key = demands.key();
        if (key != null && !dialect.shows(key, request)) {
            return Decision.refused(dialect.problem(401, wrongKey(dialect.shown(request))));
        }
        Duration wait = turnstile.enter(asked, nanos.getAsLong());
        if (!wait.isZero()) {
            HttpResponse limited = dialect.rateLimited("this rehearsal");
            return Decision.refused(limited.with(now.throttle().retryAfter().header(wait, wall.instant())));
        }
        Optional<HttpResponse> refused = dialect.refusal(asked, demands.refusedParameters());
        if (refused.isEmpty() && asked.promptTokens() + asked.outputLimit() > demands.contextWindow()) {
            refused = Optional.of(dialect.tooLong(asked, demands.contextWindow()));
        }
        if (refused.isPresent()) {
            turnstile.settle(asked, 0);
            return Decision.refused(refused.get());
        }
        Admission admission = turnstile.admit(asked);
        Fault fault = turnstile.fault(admission, now.disturbances()).orElse(null);
        Disturbed call = new Disturbed(dialect, asked, now, now.pace().delay(admission));
        if (fault == null) {
            String text = judgement(asked, now, Spoil.NONE);
            boolean whole = asked.holds(text);
            String said = whole ? text : beginning(text, asked.outputLimit() * Asked.TOKEN_CHARACTERS);
            turnstile.settle(asked, asked.promptTokens() + Asked.tokens(said.length()));
            HttpResponse reply = dialect.reply(asked, said, whole ? Ending.STOP : Ending.LENGTH);
            return new Decision(call.in(Manner.WHOLE, reply), whole, null);
        }
        turnstile.settle(asked, 0);
        return new Decision(disturbed(call, fault), false, fault);
    }

    /** Gateways quote the key that they refuse, so that a rehearsal shows who passes it on. */
    private static String wrongKey(List<String> shown) {
        return "Incorrect API key provided" + (shown.isEmpty() ? "." : ": " + String.join(", ", shown) + ".");
    }

    /** A call that a fault hits. */
    private record Disturbed(Dialect dialect, Asked asked, FakeJudgeSettings settings, Duration delay) {
        Treatment in(Manner manner, HttpResponse response) {
            return new Treatment(response, manner, delay);
        }

        Treatment whole(HttpResponse response) {
            return in(Manner.WHOLE, response);
        }
    }

    private Treatment disturbed(Disturbed call, Fault fault) {
        if (fault instanceof Fault.Status status) {
            return call.whole(failing(call, status.code()));
        }
        String right = judgement(call.asked(), call.settings(), spoil(fault));
        HttpResponse reply = call.dialect().reply(call.asked(), right, Ending.STOP);
        return switch ((Mishap) fault) {
            case REFUSE, RESET -> call.in(Manner.RESET, reply);
            case RESET_BODY -> call.in(Manner.RESET_IN_BODY, reply);
            case TRICKLE -> call.in(Manner.TRICKLE, reply);
            case BLACK_HOLE -> call.in(Manner.NEVER, reply);
            case OVERSIZED -> call.whole(reply.padded(OVERSIZED));
            case HUGE -> call.whole(reply.padded(HUGE));
            case REDIRECT -> call.whole(HttpResponse.of(307, "text/plain", "").with(Map.of("location", ELSEWHERE)));
            case TRUNCATED -> call.whole(call.dialect().reply(call.asked(), half(right), Ending.LENGTH));
            case MALFORMED ->
                call.whole(call.dialect().reply(call.asked(), "Here is my verdict: " + half(right), Ending.STOP));
            case EMPTY -> call.whole(call.dialect().reply(call.asked(), "", Ending.STOP));
            case NOT_JSON -> call.whole(HttpResponse.of(200, "text/html", PAGE));
            case WRONG_IDS, UNCITED -> call.whole(reply);
            case FILTER -> call.whole(call.dialect().filtered(call.asked()));
            case TOO_LONG ->
                call.whole(call.dialect().tooLong(call.asked(), call.asked().promptTokens() - 1));
            case SPENT_QUOTA -> call.whole(call.dialect().spentQuota());
            case DAILY_QUOTA ->
                call.whole(call.dialect()
                        .rateLimited("requests per day (RPD): Limit 10000, Used 10000")
                        .with(call.settings().throttle().retryAfter().header(UNTIL_TOMORROW, wall.instant())));
        };
    }

    private HttpResponse failing(Disturbed call, int code) {
        HttpResponse response = code == 429
                ? call.dialect().rateLimited("this rehearsal")
                : call.dialect().problem(code, "Status " + code + ", as rehearsed.");
        boolean saysWhen = code == 429 || code == 503 || code == 529;
        return saysWhen
                ? response.with(call.settings().throttle().retryAfter().header(FAULTY_WAIT, wall.instant()))
                : response;
    }

    private String judgement(Asked asked, FakeJudgeSettings now, Spoil spoil) {
        return clerk.judgement(asked, asked.orders(now.obeyed()), spoil);
    }

    private static Spoil spoil(Fault fault) {
        return fault == Mishap.WRONG_IDS ? Spoil.WRONG_IDS : fault == Mishap.UNCITED ? Spoil.UNCITED : Spoil.NONE;
    }

    private static String half(String text) {
        return beginning(text, text.length() / 2);
    }

    /** At least so many of a longer text's characters, without half of a pair. */
    private static String beginning(String text, long characters) {
        int end = (int) characters;
        return text.substring(0, Character.isLowSurrogate(text.charAt(end)) ? end + 1 : end);
    }
}
