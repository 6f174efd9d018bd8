package io.ctxeval.compare;

import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.StatusCounts;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one metric in one group, before they are held against those of the others.
 *
 * @param expected rows of the base that a whole comparison would have as pairs
 */
record Tested(
        GroupKey group,
        MetricRule rule,
        boolean hasPoints,
        RowCounts rows,
        StatusCounts base,
        StatusCounts candidate,
        long expected,
        DeltaFigures delta,
        @Nullable PassFigures passes) {

    static Tested of(GroupKey group, GroupPairs pairs, int metric, ComparisonRules rules) {
        MetricPairs state = pairs.metric(metric);
        return new Tested(
                group,
                state.rule(),
                state.scale().hasPoints(),
                pairs.rows(),
                state.statuses(Side.BASE).counts(),
                state.statuses(Side.CANDIDATE).counts(),
                state.expected(),
                DeltaReading.of(state, pairs.replicates(metric), rules),
                state.rule().rowThreshold() == null ? null : state.passes());
    }

    /** McNemar's p; null where rows neither pass nor fail, or none do. */
    @Nullable Double pMcnemar() {
        return passes == null || passes.onlyBase() + passes.onlyCandidate() == 0 ? null : passes.pMcnemar();
    }

    /** Where the better scores lie: 1 upwards, -1 downwards. */
    int better() {
        return rule.scale().higherIsBetter() ? 1 : -1;
    }

    /** 1 if the ranks say that scores rose, -1 if they fell, 0 if neither. */
    int rankDirection() {
        Double r = delta.rankBiserial();
        return r == null ? 0 : (int) Math.signum(r);
    }

    /** Whether the mean moved against the ranks. */
    boolean meanAgainstRanks() {
        Double mean = delta.mean();
        return mean != null && mean * rankDirection() < 0;
    }
}
