package io.ctxeval.quota;

import org.jspecify.annotations.Nullable;

/**
 * What the driver needs to know to share out a run's calls.
 *
 * @param runId executors name it with every message
 * @param pricing null where no prices are known; needed for a cap on cost
 * @param secret the endpoint's key; null: it wants none
 */
public record JudgingSession(
        String runId,
        QuotaLimits limits,
        @Nullable Pricing pricing,
        @Nullable Secret secret) {}
