package io.ctxeval.compare;

import org.jspecify.annotations.Nullable;

/**
 * Pairs by which of their rows pass the row threshold, and McNemar's test on them.
 *
 * @param onlyBase b: passes in the base, fails in the candidate
 * @param onlyCandidate c: the other way round
 * @param pMcnemar exact, two-sided; 1 where b + c = 0; null without pairs
 */
public record PassFigures(
        long both,
        long onlyBase,
        long onlyCandidate,
        long neither,
        @Nullable Double pMcnemar) {
    static PassFigures of(long both, long onlyBase, long onlyCandidate, long neither) {
        long pairs = both + onlyBase + onlyCandidate + neither;
        return new PassFigures(
                both,
                onlyBase,
                onlyCandidate,
                neither,
                pairs == 0 ? null : (Double) ExactBinomial.twoSided(onlyBase, onlyCandidate));
    }

    public long pairs() {
        return both + onlyBase + onlyCandidate + neither;
    }

    /** Share of pairs whose row of this version passes; null without pairs. */
    public @Nullable Double rate(Side side) {
        long passed = both + (side == Side.BASE ? onlyBase : onlyCandidate);
        return pairs() == 0 ? null : (Double) ((double) passed / pairs());
    }

    /** Pass rate of the candidate less that of the base; null without pairs. */
    public @Nullable Double rateDifference() {
        return pairs() == 0 ? null : (Double) ((double) (onlyCandidate - onlyBase) / pairs());
    }
}
