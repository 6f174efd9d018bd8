package io.ctxeval.dataset.mapping;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the rows of an input are (formats.md 1). */
public enum RowKind {
    /** A row is a RAG sample, a trace, or both. */
    SAMPLES,
    /** A row is an event; the rows of one trace make the record. */
    EVENTS,
    /** A row is an agent's tokens against its budget; the rows of one trace make the record. */
    LEDGER,
    /** A row says how relevant a document is to a query. */
    QRELS,
    /** A row is a document that a retriever found for a query. */
    RUN,
    /** A row is a query of qrels and runs, with its text. */
    QUERIES,
    /** A row is a document of runs, with its text. */
    CORPUS;

    /** Whether rows are parts of a trace. */
    boolean ofTraces() {
        return this == EVENTS || this == LEDGER;
    }

    /** Whether rows are put together with those of other inputs, query by query. */
    public boolean ofRetrieval() {
        return this != SAMPLES && !ofTraces();
    }

    /** The names of all kinds for a message. */
    static String names() {
        List<String> names = Arrays.stream(values()).map(RowKind::label).toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.get(names.size() - 1);
    }

    /** The kind of this name; null where there is none. */
    public static @Nullable RowKind named(String name) {
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
