package io.ctxeval.judge.served;

import io.ctxeval.score.Status;
import org.jspecify.annotations.Nullable;

/**
 * What became of a question, over all its attempts. Durable form: {@link io.ctxeval.ledger.LedgerEntry}.
 *
 * @param status {@link Status#OK} for a judgement, else the failure of metrics.md 5.7
 * @param judgement the parsed judgement as JSON in the reply schemas of metrics.md 5.2; null for a failure. After a re-ask it may
 *     still break a rule that the metric judges (uncited coverage)
 * @param askedAgain whether the judge was shown violations and asked once more
 * @param callClass of the last attempt
 * @param httpStatus of the last attempt; null where no response came
 * @param reason for a reader: what happened and what to do, without times and counts, so that rows of two runs are equal;
 *     empty for a judgement
 * @param rawReply of the last attempt with a reply, bounded
 * @param rung of the ladder of metrics.md 5.3 that the last attempt stood on
 * @param modelVersion as the endpoint names it
 * @param attempts requests sent
 * @param inputTokens over all attempts, as the endpoint counts them (our estimate where it doesn't)
 * @param outputTokens over all attempts
 * @param latencyMillis from the first attempt to the end
 */
public record CallResult(
        JudgeRequest request,
        Status status,
        @Nullable String judgement,
        boolean askedAgain,
        CallClass callClass,
        @Nullable Integer httpStatus,
        String reason,
        @Nullable String rawReply,
        String rung,
        @Nullable String modelVersion,
        int attempts,
        long inputTokens,
        long outputTokens,
        long latencyMillis) {}
