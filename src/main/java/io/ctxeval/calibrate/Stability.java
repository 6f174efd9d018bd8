package io.ctxeval.calibrate;

import io.ctxeval.summary.MetricRule;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much a judge's scores move when it is asked again (metrics.md 8.6).
 *
 * @param runs how often each row was judged
 * @param rows with a score in every run
 * @param flipRate share of rows that pass in one run and fail in another; null without a row or a row threshold
 * @param deviation mean over the rows of the standard deviation (n − 1) of a row's scores; null without a row
 */
public record Stability(
        String metric,
        int runs,
        int rows,
        @Nullable Double flipRate,
        @Nullable Double deviation) {
    /**
     * Of repeated scores.
     *
     * @param scores for each row one score a run, at least two
     */
    public static Stability of(MetricRule rule, int runs, List<double[]> scores) {
        double[] deviations =
                scores.stream().mapToDouble(Stability::deviation).sorted().toArray();
        long flipped = scores.stream()
                .filter(row -> Arrays.stream(row).anyMatch(score -> rule.passes(score) != rule.passes(row[0])))
                .count();
        int n = scores.size();
        return new Stability(
                rule.metric(),
                runs,
                n,
                n == 0 || rule.rowThreshold() == null ? null : (Double) ((double) flipped / n),
                n == 0 ? null : (Double) (Arrays.stream(deviations).sum() / n));
    }

    private static double deviation(double[] scores) {
        double mean = Arrays.stream(scores).sum() / scores.length;
        double squares = Arrays.stream(scores)
                .map(score -> (score - mean) * (score - mean))
                .sum();
        return Math.sqrt(squares / (scores.length - 1));
    }
}
