package io.ctxeval.compare;

import io.ctxeval.summary.Moments;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/** Computes the figures of one metric's differences from its state. */
final class DeltaReading {
    /** Effect over standard error that a test at 5 % finds four times in five: 1.96 + 0.84 (metrics.md 7.5). */
    private static final double DETECTABLE = 2.8;

    private static final long BILLION = 1_000_000_000;

    private final MetricPairs state;
    private final DeltaScale scale;
    private final long n;
    private final long[] counts;

    private DeltaReading(MetricPairs state) {
        this.state = state;
        scale = state.scale();
        n = state.pairs();
        counts = state.deltas().toArray();
    }

    /**
     * The figures.
     *
     * @param replicates of the bootstrap over clusters; null: rows are resampled
     */
    static DeltaFigures of(MetricPairs state, @Nullable Replicates replicates, ComparisonRules rules) {
        return new DeltaReading(state).figures(replicates, rules);
    }

    private DeltaFigures figures(@Nullable Replicates replicates, ComparisonRules rules) {
        int middle = counts.length / 2;
        long negative = sum(0, middle);
        long positive = sum(middle + 1, counts.length);
        Moments moments = moments();
        SignedRanks ranks = SignedRanks.of(counts);
        boolean different = negative + positive > 0;
        return new DeltaFigures(
                n,
                negative,
                counts[middle],
                positive,
                meanScore(Side.BASE),
                meanScore(Side.CANDIDATE),
                moments == null ? null : (Double) moments.mean(),
                moments == null ? null : moments.sd(),
                n == 0 ? null : (Double) median(),
                n == 0 ? null : (Double) (meanOfBins(1) / scale.perPoint()),
                moments == null ? null : interval(moments.mean(), replicates, rules),
                replicates == null ? null : replicates.effectiveClusters(n),
                n == 0 ? null : (Double) ranks.wPlus(),
                ranks.p(),
                ranks.rankBiserial(),
                different ? (Double) ExactBinomial.twoSided(negative, positive) : null,
                moments == null || moments.se() == null ? null : (Double) (DETECTABLE * moments.se()));
    }

    /** Mean and spread in points; {@link Moments} takes billionths of them. */
    private @Nullable Moments moments() {
        BigInteger perStep = BigInteger.valueOf(BILLION / scale.perPoint());
        return Moments.of(
                n,
                state.deltaSum().total().multiply(perStep),
                state.deltaSquares().total().multiply(perStep.pow(2)));
    }

    private @Nullable Double meanScore(Side side) {
        BigDecimal sum = new BigDecimal(state.scoreSum(side).total());
        return n == 0
                ? null
                : (Double) sum.divide(BigDecimal.valueOf(n).scaleByPowerOfTen(9), MathContext.DECIMAL128)
                        .doubleValue();
    }

    private @Nullable Interval interval(double mean, @Nullable Replicates replicates, ComparisonRules rules) {
        if (replicates != null) {
            Interval steps = replicates.interval();
            return steps == null ? null : shifted(steps, 0);
        }
        Interval steps = Bootstrap.interval(counts, scale::valueOf, rules.replicates(), rules.seed());
        return shifted(steps, scale.hasPoints() ? 0 : mean - meanOfBins(-1) / scale.perPoint());
    }

    /** In points; {@code by} moves an interval from the mean of the bins' middles to that of the differences themselves. */
    private Interval shifted(Interval steps, double by) {
        return new Interval(steps.low() / scale.perPoint() + by, steps.high() / scale.perPoint() + by);
    }

    /** The mean of the bins' middles, in steps; those below zero count with this sign. */
    private double meanOfBins(int signBelow) {
        int middle = counts.length / 2;
        double sum = 0;
        for (int distance = 1; distance <= middle; distance++) {
            sum += (counts[middle + distance] + signBelow * counts[middle - distance])
                    * scale.valueOf(middle + distance);
        }
        return sum / n;
    }

    private double median() {
        return (valueAt((n + 1) / 2) + valueAt(n / 2 + 1)) / 2 / scale.perPoint();
    }

    /** The difference at a rank, from 1, in steps. */
    private double valueAt(long rank) {
        long seen = 0;
        int bin = -1;
        while (seen < rank) {
            seen += counts[++bin];
        }
        return scale.valueOf(bin);
    }

    private long sum(int from, int to) {
        long sum = 0;
        for (int bin = from; bin < to; bin++) {
            sum += counts[bin];
        }
        return sum;
    }
}
