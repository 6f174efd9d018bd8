package io.ctxeval.calibrate;

import io.ctxeval.compare.Interval;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What the mean of human opinions over all judged rows would be, from a few of them (metrics.md 8.5; prediction-powered inference,
 * Angelopoulos et al. 2023, as ARES uses it): the judge's mean, corrected by how far it is off where there are labels. Holds if the
 * labelled rows are a random sample of the judged ones.
 *
 * @param estimate of the human mean
 * @param interval 95 %, estimate ± 1.96 √(var(judge) / N + var(human − judge) / m)
 * @param judgedMean the judge's own
 * @param judged N
 * @param labelled m
 */
public record PredictionPowered(double estimate, Interval interval, double judgedMean, long judged, long labelled) {
    private static final double Z = 1.959963984540054;

    /** The judge's numbers over all rows that it scored: enough for their mean and variance. */
    public record Judged(long rows, double mean, double variance) {
        /** Rows that pass or don't. */
        public static Judged ofPasses(long rows, long passed) {
            double rate = rows == 0 ? 0 : (double) passed / rows;
            return new Judged(rows, rate, rows < 2 ? 0 : rate * (1 - rate) * rows / (rows - 1));
        }
    }

    /**
     * The estimate.
     *
     * @param differences human − judge of each labelled row
     * @return null for fewer than two rows on either side
     */
    static @Nullable PredictionPowered of(Judged judged, Collection<Double> differences) {
        int m = differences.size();
        if (judged.rows() < 2 || m < 2) {
            return null;
        }
        double[] sorted =
                differences.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double mean = 0;
        for (double difference : sorted) {
            mean += difference / m;
        }
        double squares = 0;
        for (double difference : sorted) {
            squares += (difference - mean) * (difference - mean);
        }
        double error = Z * Math.sqrt(judged.variance() / judged.rows() + squares / (m - 1) / m);
        double estimate = judged.mean() + mean;
        return new PredictionPowered(
                estimate, new Interval(estimate - error, estimate + error), judged.mean(), judged.rows(), m);
    }
}
