package io.ctxeval.summary;

import io.ctxeval.plan.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * One limit held against one group.
 *
 * @param metric metric id
 * @param judge name of the judge behind the figure; null for deterministic metrics
 * @param level what a miss does
 * @param rule what {@code figure} and {@code threshold} are
 * @param higherIsBetter whether the figure must reach the threshold or stay within it
 * @param threshold the limit; null where a change can't be told yet
 * @param figure null without a scored row
 * @param rows all rows of the group
 * @param ok rows with a score
 * @param coverage in [0, 1]; null where no row counts for it
 * @param minCoverage in [0, 1]
 * @param reason one sentence for a reader, without a full stop
 */
public record GateResult(
        GroupKey group,
        String metric,
        @Nullable String judge,
        Threshold.Level level,
        GateRule rule,
        boolean higherIsBetter,
        @Nullable Double threshold,
        @Nullable Double figure,
        long rows,
        long ok,
        @Nullable Double coverage,
        double minCoverage,
        GateVerdict verdict,
        String reason) {}
