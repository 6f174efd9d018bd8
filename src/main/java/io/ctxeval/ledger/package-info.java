/**
 * Verdicts that were paid for: content-addressed, append-only, on any file system that Hadoop opens (judge-at-scale.md 3). In: a
 * {@link io.ctxeval.ledger.LedgerEntry} for every settled question, through a {@link io.ctxeval.ledger.LedgerWriter} a task
 * attempt. Out: for wanted keys the entry that counts, from a {@link io.ctxeval.ledger.Ledger} and a {@link
 * io.ctxeval.ledger.Selection}.
 *
 * <p><b>Layout.</b> {@code <ledger>/<lo>-<hi>/<run>-<stage attempt>-<task attempt>-<random>-<n>.jsonl}, the bounds being the first
 * two hex digits of the keys that the folder may hold. A folder for each of the 256 values would make a task that owns several of
 * them sync as many files a commit. So a task states its {@link io.ctxeval.ledger.KeyRange} and writes one stream; a reader skips
 * folders whose range it doesn't want, and any mix of ranges may lie side by side: runs are free to choose the number of tasks.
 * A task that doesn't know its range writes to {@code 00-ff}.
 *
 * <p><b>A line</b> is one JSON object that begins with the key, so that a line nobody wants is passed over without being parsed, and ends
 * with the CRC-32C of what stands before, because local files are opened below Hadoop's checksums. A line without its end or with
 * another checksum is skipped and counted; its question is asked again.
 *
 * <p><b>Durable</b> means that {@link io.ctxeval.ledger.LedgerWriter#commit} returned. Nothing is overwritten, no name is used twice,
 * and no lock is needed: of several entries of a key the first valid one (by time, segment, offset) is the one that counts, in
 * every reader. {@link io.ctxeval.ledger.Compaction} keeps time, segment and offset, so a copy in Parquet takes the place of its
 * original without changing what counts, and both may be there at once.
 */
@NullMarked
package io.ctxeval.ledger;

import org.jspecify.annotations.NullMarked;
