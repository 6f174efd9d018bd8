package io.ctxeval.quota;

import org.jspecify.annotations.Nullable;

/**
 * What the driver needs to know to share out a run's calls.
 *
 * @param runId executors name it with every message
 * @param pricing null where no prices are known; needed for a cap on cost
 * @param before what earlier attempts at this run have spent of its caps
 * @param secret the endpoint's key; null: it wants none
 */
public record JudgingSession(
        String runId,
        QuotaLimits limits,
        @Nullable Pricing pricing,
        Spent before,
        @Nullable Secret secret) {

    /** Requests and tokens that are paid for. */
    public record Spent(long calls, long inputTokens, long outputTokens) {
        public static final Spent NOTHING = new Spent(0, 0, 0);

        public Spent plus(Spent other) {
            return new Spent(calls + other.calls, inputTokens + other.inputTokens, outputTokens + other.outputTokens);
        }
    }
}
