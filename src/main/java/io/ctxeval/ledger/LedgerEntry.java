package io.ctxeval.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One question that was paid for, with its answer or failure (judge-at-scale.md 3). One line of JSON in a segment, names in snake
 * case.
 *
 * @param key SHA-256 of the request, 64 lower-case hex digits; its first two name the bucket
 * @param protocol version of the judge protocol
 * @param runId the run that paid
 * @param outcome {@code answered}, or the status code of a failure (metrics.md 5.7)
 * @param judgement JSON; null for a failure
 * @param callClass of the last attempt, lower case
 * @param reason for a reader; empty for an answer
 * @param rawReply bounded; null where the privacy policy drops it
 * @param time when the answer was written
 */
public record LedgerEntry(
        String key,
        String protocol,
        String provider,
        String model,
        @Nullable String modelVersion,
        String step,
        String runId,
        String outcome,
        @Nullable String judgement,
        boolean askedAgain,
        String callClass,
        @Nullable Integer httpStatus,
        String reason,
        @Nullable String rawReply,
        String rung,
        int attempts,
        long inputTokens,
        long outputTokens,
        long latencyMillis,
        Instant time) {
    public static final String ANSWERED = "answered";

    public boolean answered() {
        return outcome.equals(ANSWERED);
    }
}
