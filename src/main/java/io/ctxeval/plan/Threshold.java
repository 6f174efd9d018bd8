package io.ctxeval.plan;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A gate on one metric (metrics.md 5.7, product.md 4).
 *
 * @param metric metric id
 * @param rule what the figure is
 * @param value least acceptable mean on the metric's scale, or least acceptable pass rate in [0, 1]; for metrics of which
 *     less is better, the greatest acceptable mean
 * @param rowThreshold the score from which on a row passes; null: the metric's default
 * @param level what a miss does; null: by product.md 4 (warn for judged metrics under a built-in judge, else fail)
 * @param minCoverage least acceptable coverage, in [0, 1]
 */
public record Threshold(
        String metric,
        Rule rule,
        double value,
        @Nullable Double rowThreshold,
        @Nullable Level level,
        double minCoverage)
        implements Serializable {
    public static final double DEFAULT_MIN_COVERAGE = 0.95;

    /** Whether this is the gate that a plan has for its metric when it says nothing of it (product.md 4). */
    public static boolean isDefault(Threshold threshold) {
        Double usual = ThresholdReader.DEFAULTS.get(threshold.metric());
        return usual != null
                && threshold.rule() == Rule.MEAN
                && threshold.value() == usual
                && threshold.level() == null
                && threshold.minCoverage() == DEFAULT_MIN_COVERAGE;
    }

    public enum Rule {
        MEAN,
        PASS_RATE
    }

    public enum Level {
        WARN,
        FAIL
    }
}
