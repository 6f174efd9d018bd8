package io.ctxeval.compare;

import io.ctxeval.summary.ExactSum;
import io.ctxeval.summary.Histogram;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.StatusTally;
import java.io.Serializable;

/**
 * All that a comparison needs of one metric in one group, but for clusters: counts and exact sums, which merge in any order
 * without a difference in any bit. At most 160 kB for a bounded metric, far less while few differences occur.
 */
final class MetricPairs implements Serializable {
    private final MetricRule rule;
    private final DeltaScale scale;
    private final Histogram deltas;
    private final ExactSum deltaSum = new ExactSum();
    private final ExactSum deltaSquares = new ExactSum();
    private final ExactSum baseSum = new ExactSum();
    private final ExactSum candidateSum = new ExactSum();
    private final StatusTally base = new StatusTally();
    private final StatusTally candidate = new StatusTally();
    private long pairs;
    private long expected;
    private long passBoth;
    private long passBase;
    private long passCandidate;

    MetricPairs(MetricRule rule) {
        this.rule = rule;
        scale = DeltaScale.of(rule.scale());
        deltas = new Histogram(scale.size());
    }

    /**
     * Counts a pair of scores.
     *
     * @return the difference in steps
     */
    long add(double baseScore, double candidateScore) {
        long delta = scale.delta(baseScore, candidateScore);
        deltas.add(scale.bin(delta), 1);
        deltaSum.add(delta);
        deltaSquares.addSquare(delta);
        baseSum.addBillionths(baseScore);
        candidateSum.addBillionths(candidateScore);
        boolean before = rule.passes(baseScore);
        boolean after = rule.passes(candidateScore);
        if (before && after) {
            passBoth++;
        } else if (before) {
            passBase++;
        } else if (after) {
            passCandidate++;
        }
        pairs++;
        return delta;
    }

    /** Counts a row of the base that a whole comparison would have as a pair. */
    void expect() {
        expected++;
    }

    StatusTally statuses(Side side) {
        return side == Side.BASE ? base : candidate;
    }

    void merge(MetricPairs other) {
        deltas.merge(other.deltas);
        deltaSum.merge(other.deltaSum);
        deltaSquares.merge(other.deltaSquares);
        baseSum.merge(other.baseSum);
        candidateSum.merge(other.candidateSum);
        base.merge(other.base);
        candidate.merge(other.candidate);
        pairs += other.pairs;
        expected += other.expected;
        passBoth += other.passBoth;
        passBase += other.passBase;
        passCandidate += other.passCandidate;
    }

    MetricRule rule() {
        return rule;
    }

    DeltaScale scale() {
        return scale;
    }

    long pairs() {
        return pairs;
    }

    /**
     * Rows of the base that should be pairs, those that are included: the metric applies to them and at least one side has a
     * score, and nobody chose to leave one out of a sample.
     */
    long expected() {
        return expected;
    }

    Histogram deltas() {
        return deltas;
    }

    ExactSum deltaSum() {
        return deltaSum;
    }

    ExactSum deltaSquares() {
        return deltaSquares;
    }

    ExactSum scoreSum(Side side) {
        return side == Side.BASE ? baseSum : candidateSum;
    }

    PassFigures passes() {
        return PassFigures.of(passBoth, passBase, passCandidate, pairs - passBoth - passBase - passCandidate);
    }
}
