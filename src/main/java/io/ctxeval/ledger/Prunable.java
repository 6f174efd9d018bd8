package io.ctxeval.ledger;

import java.time.Instant;

/**
 * A file or a folder that may go.
 *
 * @param path with its scheme
 * @param what it is, for a reader, such as {@code ledger entries of run nightly-7}
 * @param bytes with all that is in it
 * @param newest when anything in it was last changed
 */
public record Prunable(String path, String what, long bytes, Instant newest) {}
