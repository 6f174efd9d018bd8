package io.ctxeval.compare;

import java.util.Set;

/**
 * What decides verdicts and the regression gate; the state doesn't depend on it.
 *
 * @param margin how far a metric may fall before the gate minds, in points, at least 0; from {@value #WHOLE_SCALE} on no metric can
 *     fall beyond it, and there is no gate
 * @param alpha level of the tests, in (0, 1)
 * @param gated whether the regression gate is on: only where the base is named explicitly (metrics.md 7.5)
 * @param coverage least share of the base's rows that the gate must see in pairs, in [0, 1]
 * @param metrics those that the gate looks at; empty: all
 */
public record ComparisonSettings(double margin, double alpha, boolean gated, double coverage, Set<String> metrics) {
    /** Below it metrics.md 7.1 holds a comparison for biased. */
    public static final double COVERAGE = 0.9;

    private static final double WHOLE_SCALE = 100;
    private static final double MARGIN = 1;
    private static final double ALPHA = 0.05;

    /** Margin 1 point, level 0.05, no gate. */
    public static final ComparisonSettings UNGATED = new ComparisonSettings(MARGIN, ALPHA, false, COVERAGE, Set.of());

    /** Margin 1 point, level 0.05, with the gate. */
    public static final ComparisonSettings GATED = new ComparisonSettings(MARGIN, ALPHA, true, COVERAGE, Set.of());

    public ComparisonSettings {
        if (!(margin >= 0 && margin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("margin: " + margin + "; must be >= 0");
        }
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + "; must be in (0, 1)");
        }
        if (!(coverage >= 0 && coverage <= 1)) {
            throw new IllegalArgumentException("coverage: " + coverage + "; must be in [0, 1]");
        }
        metrics = Set.copyOf(metrics);
    }

    /** Whether the gate looks at this metric. */
    boolean gates(String metric) {
        return gated && margin < WHOLE_SCALE && (metrics.isEmpty() || metrics.contains(metric));
    }
}
