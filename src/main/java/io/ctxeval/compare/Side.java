package io.ctxeval.compare;

import java.util.Locale;

/** One of the two versions that are compared. */
public enum Side {
    BASE,
    CANDIDATE;

    /** The name in tables and sentences, such as {@code base}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
