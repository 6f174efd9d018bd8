package io.ctxeval.ledger;

import java.util.Comparator;

/**
 * An entry and where it was first written.
 *
 * @param segment name of that segment, without folder
 * @param offset of its line
 */
record Placed(LedgerEntry entry, String segment, long offset) {
    /** Who comes first wins: a judgement before a failure, then by time, segment and offset; the same in every reader. */
    static final Comparator<Placed> FIRST_COUNTS = Comparator.comparing((Placed placed) -> !placed.entry.answered())
            .thenComparing(placed -> placed.entry.time())
            .thenComparing(Placed::segment)
            .thenComparingLong(Placed::offset);
}
