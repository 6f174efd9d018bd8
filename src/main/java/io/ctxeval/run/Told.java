package io.ctxeval.run;

import io.ctxeval.ledger.LedgerEntry;
import java.io.Serializable;

/**
 * An answer on its way back to a row that waits for it.
 *
 * @param pays whether this row is the one that the entry's cost is booked on; each entry that this run paid for has one such row
 */
record Told(int part, long row, LedgerEntry entry, boolean pays) implements Serializable {}
