package io.ctxeval.run;

import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.ledger.Payments;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way back to a row that waits for it.
 *
 * @param bill what this run paid for the question, on one of the rows that ask it; null on the others, and where it paid nothing
 */
record Told(int part, long row, LedgerEntry entry, @Nullable Payments bill) implements Serializable {}
