package io.ctxeval.judge.served;

import io.ctxeval.score.Status;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a conversation ends, or would end if its last failure isn't healed by another attempt.
 *
 * @param judgement null for a failure
 * @param words what happened; empty for a judgement
 * @param retryAfter what the endpoint asked for, bounded
 */
record Ending(
        Status status,
        CallClass callClass,
        @Nullable String judgement,
        String words,
        @Nullable Duration retryAfter) {

    static Ending judged(String judgement) {
        return new Ending(Status.OK, CallClass.ANSWERED, judgement, "", null);
    }

    static Ending failed(Status status, CallClass callClass, String words) {
        return new Ending(status, callClass, null, words, null);
    }

    /** The table of judge-at-scale.md 5 and 9. */
    static Ending of(CallClass callClass, String words, @Nullable Duration retryAfter) {
        Status status = switch (callClass) {
            case CONTEXT_LENGTH -> Status.CONTEXT_TOO_LONG;
            case CONTENT_FILTER -> Status.JUDGE_REFUSED;
            case TRUNCATED -> Status.JUDGE_TRUNCATED;
            case UNPARSEABLE -> Status.JUDGE_UNPARSEABLE;
            default -> Status.JUDGE_UNAVAILABLE;
        };
        return new Ending(status, callClass, null, words, retryAfter);
    }

    Ending because(String more) {
        return new Ending(status, callClass, judgement, words + "; " + more, retryAfter);
    }

    boolean mayHeal() {
        return callClass.then() == CallClass.Then.RETRY;
    }

    /** For a reader: what happened, and what to do. How often and how long differs between runs and isn't said. */
    String reason(@Nullable Integer httpStatus) {
        if (status == Status.OK) {
            return "";
        }
        String http = httpStatus == null ? "" : " (HTTP " + httpStatus + ")";
        String what = status == Status.JUDGE_INVALID
                ? "broken rule"
                : callClass.name().toLowerCase(Locale.ROOT);
        return what + http + ": " + sentence(words) + " Next: " + next();
    }

    private static String sentence(String words) {
        return words.endsWith(".") ? words : words + ".";
    }

    private String next() {
        if (status == Status.JUDGE_INVALID) {
            return "read the raw reply; a stronger model keeps to the contract more often";
        }
        return switch (callClass) {
            case ANSWERED, UNPARSEABLE ->
                "read the raw reply; a model that takes a JSON schema replies in form more often";
            case TRUNCATED -> "use a model with a larger output limit, or fewer chunks";
            case RATE_LIMITED, OVERLOADED ->
                "lower the quota of the run, then run again: only open questions are asked";
            case REQUEST_TIMEOUT, CONFLICT, TOO_EARLY, SERVER_ERROR -> "run again later: only open questions are asked";
            case CONNECTION_REFUSED, CONNECTION_RESET -> "check the endpoint's address and the network, then run again";
            case TIMED_OUT -> "run again, or allow more time for an attempt and for a row";
            case BAD_REQUEST, UNPROCESSABLE, OTHER_STATUS ->
                "check the model's name and settings against the endpoint's manual";
            case CONTEXT_LENGTH -> "set the model's true context window, or use a model with a larger one";
            case TOO_LARGE -> "the endpoint takes smaller requests only: split long contexts";
            case CONTENT_FILTER -> "the row's content is filtered by the provider: judge it elsewhere or leave it out";
            case REDIRECTED -> "set the base URL to where the endpoint really is";
            case OVERSIZED_REPLY -> "check that judge.url is a model's endpoint and that it keeps to the output limit";
            case UNAUTHORISED -> "check the key";
            case PAYMENT_REQUIRED, QUOTA_SPENT -> "top up the account or wait for the next period, then run again";
            case FORBIDDEN -> "check what the key may do";
            case NOT_FOUND -> "check the base URL and the model's name";
        };
    }
}
