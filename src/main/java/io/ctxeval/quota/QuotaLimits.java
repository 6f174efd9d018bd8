package io.ctxeval.quota;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one run may use, over all executors together.
 *
 * @param requestsPerMinute 1 or more; null: only the adaptive rate bounds
 * @param tokensPerMinute of prompts and replies together, 1 or more; null: no bound
 * @param inFlight calls under way at one time, 1 or more
 * @param maxCalls requests of the run, 0 or more
 * @param maxTokens of the run, 0 or more; null: no cap
 * @param maxCost of the run in the currency of its {@link Pricing}, 0 or more; null: no cap
 * @param deadline from the opening of the session on; null: none
 * @param longestPause bound of what an endpoint's Retry-After can ask for
 */
public record QuotaLimits(
        @Nullable Long requestsPerMinute,
        @Nullable Long tokensPerMinute,
        int inFlight,
        long maxCalls,
        @Nullable Long maxTokens,
        @Nullable Double maxCost,
        @Nullable Duration deadline,
        Duration longestPause) {
    /** Five minutes. */
    public static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    /** @throws IllegalArgumentException naming a value out of its range */
    public QuotaLimits {
        atLeast("requestsPerMinute", requestsPerMinute, 1);
        atLeast("tokensPerMinute", tokensPerMinute, 1);
        atLeast("inFlight", (long) inFlight, 1);
        atLeast("maxCalls", maxCalls, 0);
        atLeast("maxTokens", maxTokens, 0);
        if (maxCost != null && !(maxCost >= 0)) {
            throw new IllegalArgumentException("maxCost: " + maxCost + "; must be >= 0");
        }
        if (deadline != null && deadline.isNegative()) {
            throw new IllegalArgumentException("deadline: " + deadline + "; must not be negative");
        }
        if (longestPause.isNegative()) {
            throw new IllegalArgumentException("longestPause: " + longestPause + "; must not be negative");
        }
    }

    /** Limits on calls alone: no rates, no cap on tokens or cost, no deadline. */
    public static QuotaLimits ofCalls(int inFlight, long maxCalls) {
        return new QuotaLimits(null, null, inFlight, maxCalls, null, null, null, LONGEST_PAUSE);
    }

    private static void atLeast(String name, @Nullable Long value, long least) {
        if (value != null && value < least) {
            throw new IllegalArgumentException(name + ": " + value + "; must be >= " + least);
        }
    }
}
