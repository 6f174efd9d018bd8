package io.ctxeval.dataset.mapping;

import java.util.List;
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

    /**
     * A list element.
     *
     * @param up the element one list further out
     * @param list the list that it stands in
     * @param place in that list
     */
    record Element(Node it, @Nullable Element up, List<Node> list, int place) {
        /** An element that stands alone. */
        Element(Node it, @Nullable Element up) {
            this(it, up, List.of(), 0);
        }

        /** The elements before this one in its list; null for the first. */
        @Nullable Node earlier() {
            return place == 0 ? null : PlainValue.list(list.subList(0, place));
        }
    }

    /** Finds the partner of the row at hand. */
    interface Partners {
        @Nullable Node of(int join);
    }
}
