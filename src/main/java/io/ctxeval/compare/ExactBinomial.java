package io.ctxeval.compare;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** The two-sided binomial test of an even chance, behind the sign test and McNemar's (metrics.md 7.3). */
final class ExactBinomial {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private ExactBinomial() {}

    /**
     * The chance of a split at least as uneven as this one: min(1, 2 · P(X ≤ min)), X binomial with n = both together. 1 for none
     * at all. Beyond 2^31 − 1 cases by the normal distribution with continuity correction, which is then exact to more digits
     * than anyone reads.
     */
    static double twoSided(long one, long other) {
        long n = one + other;
        long least = Math.min(one, other);
        if (n == 0 || one == other) {
            return 1;
        }
        if (n > Integer.MAX_VALUE) {
            double z = (n / 2.0 - least - 0.5) / (Math.sqrt((double) n) / 2);
            return Math.min(1, 2 * NORMAL.survivalProbability(z));
        }
        double tail = BinomialDistribution.of((int) n, 0.5).cumulativeProbability((int) least);
        return Math.min(1, 2 * tail);
    }
}
