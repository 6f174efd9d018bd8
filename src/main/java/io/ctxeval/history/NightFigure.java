package io.ctxeval.history;

import org.jspecify.annotations.Nullable;

/**
 * What a night found of one metric in one group.
 *
 * @param group as tables show it ({@link io.ctxeval.summary.GroupKey#text()})
 * @param metric metric id
 * @param judge name of the judge that answered; null for deterministic metrics
 * @param version of the metric's formula
 * @param mean on the metric's scale; null without a scored row
 * @param ok rows with a score
 * @param rows all rows of the group
 * @param coverage in [0, 1]; null where no row counts for it
 */
public record NightFigure(
        String group,
        String metric,
        @Nullable String judge,
        String version,
        @Nullable Double mean,
        long ok,
        long rows,
        @Nullable Double coverage) {}
