package io.ctxeval.dataset.mapping;

import org.jspecify.annotations.Nullable;

/**
 * What the names of an expression mean for one row.
 *
 * @param record the record
 * @param row the element that is the row, with those around it; null where the record itself is the row
 * @param partners the joined records, in the order of the mapping's joins
 */
record Scope(Node record, @Nullable Element row, Partners partners, Tally tally) {
    /** No joins. */
    static final Partners ALONE = join -> null;

    /** A scope in which only the record has a name. */
    static Scope of(Node record) {
        return new Scope(record, null, ALONE, new Tally());
    }

    /** A list element, and the element one list further out. */
    record Element(Node it, @Nullable Element up) {}

    /** Finds the partner of the row at hand. */
    interface Partners {
        @Nullable Node of(int join);
    }
}
