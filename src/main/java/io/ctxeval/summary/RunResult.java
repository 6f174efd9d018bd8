package io.ctxeval.summary;

import io.ctxeval.score.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one number of a run (product.md 4): the weighted mean of the means of {@code ctx_waste}, {@code ctx_suff} and
 * {@code overall} × 10, as far as they were asked for and apply to any row.
 */
public final class RunResult {
    private static final List<String> METRICS = List.of("ctx_waste", "ctx_suff", "overall");
    private static final double MOST = 100;

    private RunResult() {}

    /**
     * The result on 0..100.
     *
     * @param summaries of the run; only the whole counts
     * @param weights by metric id, at least 0; absent: 1
     * @return null if none of the metrics applies, or one that does has no scored row: a part that is missing isn't left out
     *     in silence
     */
    public static @Nullable Double of(List<ScoreSummary> summaries, Map<String, Double> weights) {
        double sum = 0;
        double weightSum = 0;
        for (String metric : METRICS) {
            for (ScoreSummary summary : summaries) {
                double weight = weights.getOrDefault(metric, 1.0);
                if (weight > 0
                        && summary.group().isWhole()
                        && summary.rule().metric().equals(metric)
                        && applies(summary)) {
                    Double mean = summary.figures().mean();
                    if (mean == null) {
                        return null;
                    }
                    sum += weight * mean * (MOST / summary.rule().scale().most());
                    weightSum += weight;
                }
            }
        }
        return weightSum == 0 ? null : (Double) (sum / weightSum);
    }

    private static boolean applies(ScoreSummary summary) {
        StatusCounts counts = summary.figures().counts();
        return counts.total() > counts.of(Status.NOT_APPLICABLE);
    }
}
