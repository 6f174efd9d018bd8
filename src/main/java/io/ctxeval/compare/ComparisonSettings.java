package io.ctxeval.compare;

/**
 * What decides verdicts and the regression gate; the state doesn't depend on it.
 *
 * @param margin how far a metric may fall before the gate minds, in points, at least 0
 * @param alpha level of the tests, in (0, 1)
 * @param gated whether the regression gate is on: only where the base is named explicitly (metrics.md 7.5)
 */
public record ComparisonSettings(double margin, double alpha, boolean gated) {
    private static final double MARGIN = 1;
    private static final double ALPHA = 0.05;

    /** Margin 1 point, level 0.05, no gate. */
    public static final ComparisonSettings UNGATED = new ComparisonSettings(MARGIN, ALPHA, false);

    /** Margin 1 point, level 0.05, with the gate. */
    public static final ComparisonSettings GATED = new ComparisonSettings(MARGIN, ALPHA, true);

    public ComparisonSettings {
        if (!(margin >= 0 && margin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("margin: " + margin + "; must be >= 0");
        }
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + "; must be in (0, 1)");
        }
    }
}
