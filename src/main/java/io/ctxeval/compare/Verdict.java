package io.ctxeval.compare;

import java.util.Locale;

/** What a comparison says of one metric (metrics.md 7.5). */
public enum Verdict {
    IMPROVED,
    REGRESSED,
    NO_EVIDENCE,
    TOO_SMALL;

    /** The name in tables and reports, such as {@code no_evidence}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
