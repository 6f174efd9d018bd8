package io.ctxeval.calibrate;

import io.ctxeval.compare.Interval;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;

/** Wilson's score interval of a share (Wilson 1927), for shares of which the bootstrap knows nothing: every resample has the same. */
final class Proportion {
    private static final double ERROR_RATE = 0.05;

    private Proportion() {}

    /**
     * The 95 % interval of k of n. Example: 10 of 10 gives 0.722 to 1.
     *
     * @param k in 0..n
     * @param n above 0
     */
    static Interval wilson(int k, int n) {
        var wilson = BinomialConfidenceInterval.WILSON_SCORE.fromErrorRate(n, k, ERROR_RATE);
        // At the ends the formula gives 0 and 1; floating point misses them by an ulp.
        return new Interval(k == 0 ? 0 : wilson.getLowerBound(), k == n ? 1 : wilson.getUpperBound());
    }
}
