package io.ctxeval.compare;

import java.util.Locale;

/** What the regression gate says of one metric (metrics.md 7.5). Only {@link #FAILED} fails a run; {@link #UNTOLD} leaves it incomplete. */
public enum GateOutcome {
    /** No base was named, the row is a slice, or the metric has no points. */
    OFF,
    PASSED,
    FAILED,
    /** Fewer pairs than a verdict needs. */
    TOO_SMALL,
    /** There would be pairs enough, if the candidate had its scores. */
    UNTOLD;

    /** The name in tables and reports, such as {@code too_small}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
