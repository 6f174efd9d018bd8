package io.ctxeval.compare;

import java.util.Locale;

/**
 * What the regression gate says of one metric (metrics.md 7.5). Only {@link #FAILED} fails a run; {@link #TOO_SMALL} and
 * {@link #UNTOLD} leave it incomplete, since a gate that couldn't look is no gate that was passed.
 */
public enum GateOutcome {
    /**
     * No base was named, the margin is the whole scale, the row is a slice, or the metric has no points, isn't among those that are
     * gated or applies to no row of the base.
     */
    OFF,
    PASSED,
    FAILED,
    /** Fewer pairs than a verdict needs. */
    TOO_SMALL,
    /** The pairs cover too few of the base's rows: those that are missing may be the ones that fell. */
    UNTOLD;

    /** Whether the gate was asked and couldn't say. */
    public boolean isOpen() {
        return this == TOO_SMALL || this == UNTOLD;
    }

    /** The name in tables and reports, such as {@code too_small}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
