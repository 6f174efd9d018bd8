package io.ctxeval.compare;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Wilcoxon's signed rank test from a histogram of differences: zeros by Pratt, ties by average ranks, normal approximation with
 * tie and continuity correction (metrics.md 7.3; Pratt 1959, Cureton 1967). Ranks are added up as whole numbers, so nothing is
 * rounded before the last division.
 *
 * @param twicePlus 2·W+, the sum of the ranks of positive differences; zeros take the first ranks
 * @param twiceMinus 2·W−, of negative ones
 * @param p two-sided; null where every difference is zero
 */
record SignedRanks(
        BigInteger twicePlus,
        BigInteger twiceMinus,
        @Nullable Double p) {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final MathContext DIGITS = MathContext.DECIMAL128;

    /**
     * The test.
     *
     * @param counts differences by bin, symmetric about the middle bin, which holds the zeros
     */
    static SignedRanks of(long[] counts) {
        int middle = counts.length / 2;
        long zeros = counts[middle];
        long below = zeros;
        BigInteger plus = BigInteger.ZERO;
        BigInteger minus = BigInteger.ZERO;
        BigInteger ties = BigInteger.ZERO;
        for (int distance = 1; distance <= middle; distance++) {
            long positive = counts[middle + distance];
            long negative = counts[middle - distance];
            long tied = positive + negative;
            if (tied > 0) {
                // The tied ranks run from below + 1 to below + tied: twice their average is the sum of the two.
                BigInteger twiceRank = whole(2 * below + tied + 1);
                plus = plus.add(twiceRank.multiply(whole(positive)));
                minus = minus.add(twiceRank.multiply(whole(negative)));
                ties = ties.add(whole(tied).pow(3).subtract(whole(tied)));
                below += tied;
            }
        }
        return new SignedRanks(plus, minus, below == zeros ? null : (Double) p(below, zeros, plus, ties));
    }

    double wPlus() {
        return new BigDecimal(twicePlus).divide(BigDecimal.valueOf(2)).doubleValue();
    }

    /** (W+ − W−)/(W+ + W−); null where every difference is zero. */
    @Nullable Double rankBiserial() {
        BigInteger sum = twicePlus.add(twiceMinus);
        return sum.signum() == 0
                ? null
                : (Double) new BigDecimal(twicePlus.subtract(twiceMinus))
                        .divide(new BigDecimal(sum), DIGITS)
                        .doubleValue();
    }

    /** 1 if positive differences weigh more, -1 if negative ones do, 0 if neither. */
    int direction() {
        return twicePlus.compareTo(twiceMinus);
    }

    /** From 4·(W+ − mean) and 48·var, which are whole. */
    private static double p(long n, long zeros, BigInteger twicePlus, BigInteger ties) {
        BigInteger off = twicePlus.shiftLeft(1).subtract(pairs(n)).add(pairs(zeros));
        BigInteger corrected = off.subtract(whole(2L * off.signum()));
        BigInteger variance = pyramids(n).subtract(pyramids(zeros)).shiftLeft(1).subtract(ties);
        double z = corrected.abs().doubleValue() / 4 / Math.sqrt(variance.doubleValue() / 48);
        return Math.min(1, 2 * NORMAL.survivalProbability(z));
    }

    /** n(n + 1). */
    private static BigInteger pairs(long n) {
        return whole(n).multiply(whole(n + 1));
    }

    /** n(n + 1)(2n + 1). */
    private static BigInteger pyramids(long n) {
        return pairs(n).multiply(whole(2 * n + 1));
    }

    private static BigInteger whole(long value) {
        return BigInteger.valueOf(value);
    }
}
