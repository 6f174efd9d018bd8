package io.ctxeval.summary;

import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;
import org.jspecify.annotations.Nullable;

/**
 * Rows that pass (metrics.md 5.7). All rates lie in [0, 1].
 *
 * @param passed rows that pass
 * @param rate passed / rows with a score; null without such rows
 * @param low lower end of the Wilson 95 % interval of {@code rate}
 * @param high its upper end
 * @param strict passed / rows that coverage counts; null without such rows
 */
public record PassRate(
        long passed,
        @Nullable Double rate,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double strict) {
    private static final double ERROR_RATE = 0.05;

    static PassRate of(long passed, StatusCounts counts) {
        Double strict = counts.counted() == 0 ? null : (Double) ((double) passed / counts.counted());
        long ok = counts.ok();
        if (ok == 0) {
            return new PassRate(passed, null, null, null, strict);
        }
        Interval wilson = wilson95(passed, ok);
        // At the ends the formula gives 0 and 1; floating point misses them by an ulp.
        double low = passed == 0 ? 0.0 : wilson.getLowerBound();
        double high = passed == ok ? 1.0 : wilson.getUpperBound();
        return new PassRate(passed, (double) passed / ok, low, high, strict);
    }

    /**
     * The Wilson score interval for k passes of n rows. Beyond 2^31 − 1 rows it is that of the same share of 2^31 − 1 rows, which
     * is a little wider.
     */
    static Interval wilson95(long k, long n) {
        if (n > Integer.MAX_VALUE) {
            long share = Math.round((double) k / n * Integer.MAX_VALUE);
            return wilson95(share, Integer.MAX_VALUE);
        }
        return BinomialConfidenceInterval.WILSON_SCORE.fromErrorRate(
                Math.toIntExact(n), Math.toIntExact(k), ERROR_RATE);
    }
}
