package io.ctxeval.dataset.mapping;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the rows of an input are (formats.md 1). */
public enum RowKind {
    /** A row is a RAG sample, a trace, or both. */
    SAMPLES,
    /** A row is an event; the rows of one trace make the record. */
    EVENTS,
    /** A row is an agent's tokens against its budget; the rows of one trace make the record. */
    LEDGER;

    /** The kind of this name; null where there is none. */
    static @Nullable RowKind named(String name) {
        for (RowKind kind : values()) {
            if (kind.label().equals(name)) {
                return kind;
            }
        }
        return null;
    }

    /** The name in a mapping. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
