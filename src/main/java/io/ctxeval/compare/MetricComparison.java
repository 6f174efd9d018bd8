package io.ctxeval.compare;

import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.StatusCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is said of one metric in one group.
 *
 * @param rows the group's rows, equal for all its metrics
 * @param base what became of the metric on all rows of the base, those left out of pairing included
 * @param candidate the same of the candidate
 * @param passes null where rows neither pass nor fail
 * @param pAdjusted of the Wilcoxon test: Holm over the metrics for the whole, Benjamini-Hochberg over the slices for a slice;
 *     null without that test
 * @param pPassAdjusted of McNemar's test, likewise
 * @param verdict on the scores
 * @param passVerdict on passing; null where rows neither pass nor fail
 * @param gateReason a sentence; null where the gate is off
 */
public record MetricComparison(
        GroupKey group,
        MetricRule rule,
        RowCounts rows,
        StatusCounts base,
        StatusCounts candidate,
        DeltaFigures delta,
        @Nullable PassFigures passes,
        @Nullable Double pAdjusted,
        @Nullable Double pPassAdjusted,
        Verdict verdict,
        @Nullable Verdict passVerdict,
        GateOutcome gate,
        @Nullable String gateReason,
        List<Caution> cautions) {
    public MetricComparison {
        cautions = List.copyOf(cautions);
    }
}
