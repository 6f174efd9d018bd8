package io.ctxeval.summary;

import io.ctxeval.plan.Threshold;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metric;
import io.ctxeval.score.Scale;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a summary must know of a metric.
 *
 * @param metric metric id
 * @param judge name of the judge that answered; null for deterministic metrics
 * @param rowThreshold the score from which on a row passes, on the metric's scale; null: rows neither pass nor fail
 */
public record MetricRule(
        String metric,
        Scale scale,
        @Nullable String judge,
        @Nullable Double rowThreshold) implements Serializable {
    /** Product.md 4. */
    private static final Map<String, Double> DEFAULT_ROW_THRESHOLDS =
            Map.of("ctx_waste", 80.0, "ctx_suff", 80.0, "handoff", 8.0, "budget", 8.0, "overall", 8.0);

    /** Room for the rounding of a score's last step (metrics.md 3.3). */
    static final double TOLERANCE = 1e-9;

    /**
     * The rule of a metric under a plan. A row passes at the threshold's own row threshold; else at the gate's value where that
     * is a mean; else at the metric's default.
     */
    public static MetricRule of(Metric metric, @Nullable String judge, @Nullable Threshold threshold) {
        return new MetricRule(
                metric.id(),
                metric.scale(),
                metric instanceof JudgedMetric ? judge : null,
                rowThresholdOf(metric.id(), threshold));
    }

    /**
     * The same metric with rows that pass only at the best end of the scale. That is the strict rule of {@code ctx_suff}: its
     * score is 100 if and only if every aspect is covered (metrics.md 4.4 S1).
     */
    public MetricRule strict() {
        return new MetricRule(metric, scale, judge, scale.higherIsBetter() ? scale.most() : scale.least());
    }

    private static @Nullable Double rowThresholdOf(String metric, @Nullable Threshold threshold) {
        if (threshold != null && threshold.rowThreshold() != null) {
            return threshold.rowThreshold();
        }
        if (threshold != null && threshold.rule() == Threshold.Rule.MEAN) {
            return threshold.value();
        }
        return DEFAULT_ROW_THRESHOLDS.get(metric);
    }

    /** Whether a score passes; false where rows neither pass nor fail. */
    public boolean passes(double score) {
        return rowThreshold != null && reaches(score, rowThreshold);
    }

    /** Whether a figure on the metric's scale is as good as a threshold. */
    boolean reaches(double figure, double threshold) {
        return scale.higherIsBetter() ? figure >= threshold - TOLERANCE : figure <= threshold + TOLERANCE;
    }
}
