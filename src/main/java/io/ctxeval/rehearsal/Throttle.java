package io.ctxeval.rehearsal;

/**
 * What the endpoint lets through; more is answered 429. A 429 takes nothing from the quota.
 *
 * @param callsPerSecond above 0; infinity: no limit
 * @param burst calls that may come at once after a pause, 1 or more
 * @param tokensPerMinute above 0; infinity: no limit. Ten seconds' worth may come at once. A call takes its prompt and its output
 *     limit, and gets back what its reply doesn't use
 * @param retryAfter what a 429 says
 */
public record Throttle(double callsPerSecond, double burst, double tokensPerMinute, RetryAfter retryAfter) {
    /** No limit; error statuses that may carry Retry-After say it in seconds. */
    public static final Throttle NONE =
            new Throttle(Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY, RetryAfter.SECONDS);

    public Throttle {
        require("rps", callsPerSecond, callsPerSecond > 0, "above 0");
        require("burst", burst, burst >= 1, "1 or more");
        require("tokens-per-minute", tokensPerMinute, tokensPerMinute > 0, "above 0");
    }

    /** This many calls each second, {@code burst} of them at once. */
    public static Throttle calls(double perSecond, double burst) {
        return new Throttle(perSecond, burst, Double.POSITIVE_INFINITY, RetryAfter.SECONDS);
    }

    /** With another limit of tokens. */
    public Throttle tokens(double perMinute) {
        return new Throttle(callsPerSecond, burst, perMinute, retryAfter);
    }

    /** With another form of Retry-After. */
    public Throttle retryAfter(RetryAfter form) {
        return new Throttle(callsPerSecond, burst, tokensPerMinute, form);
    }

    private static void require(String name, double value, boolean holds, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + ": " + value + "; must be " + range);
        }
    }
}
