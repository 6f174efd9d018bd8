package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * Reads a ledger: open and closed segments, and compacted files. Nothing in it stops a reader: what is torn or damaged is skipped
 * and counted. Safe while others write, compact and prune.
 */
public final class Ledger {
    /** The ledger's folder in the state folder. */
    public static final String FOLDER = "ledger";

    private final Storage storage;
    private final Path folder;

    /**
     * A ledger in a folder, which need not be there yet.
     *
     * @param folder of the ledger itself, such as {@code <state>/ledger}
     */
    public Ledger(Storage storage, Path folder) {
        this.storage = storage;
        this.folder = folder;
    }

    /** The ledger of a state folder. */
    public static Ledger ofState(Storage storage, String state) {
        return new Ledger(storage, new Path(state, FOLDER));
    }

    public Path folder() {
        return folder;
    }

    /**
     * The entries of some keys. Cost: one look at the key of every entry in the folders whose range any of the keys falls
     * into; only wanted entries are parsed. A judgement comes before a failure, then the first by time, segment and offset counts.
     *
     * @throws IOException if the ledger can't be listed
     */
    public LedgerReading answersFor(Set<String> keys, Selection selection) throws IOException {
        KeyRange range = null;
        for (String key : keys) {
            KeyRange own = new KeyRange(KeyRange.bucketOf(key), KeyRange.bucketOf(key));
            range = range == null ? own : range.with(own);
        }
        return range == null
                ? new LedgerReading(Map.of(), Map.of(), new ReadingTally().notes())
                : answersFor(range, keys::contains, selection);
    }

    /** As {@link #answersFor(Set, Selection)}, of all keys in a range that a condition holds for. */
    public LedgerReading answersFor(KeyRange range, Predicate<String> keys, Selection selection) throws IOException {
        Map<String, Placed> first = new HashMap<>();
        Map<String, Payments> payments = new HashMap<>();
        Set<Payment> seen = new HashSet<>();
        LedgerNotes notes =
                read(new Wanted(range, keys, selection::takes, selection.rawReplies()), file -> true, found -> {
                    LedgerEntry entry = found.entry();
                    first.merge(entry.key(), found, Ledger::first);
                    if (entry.runId().equals(selection.runId()) && seen.add(Payment.of(entry))) {
                        payments.merge(entry.key(), Payments.of(entry), Payments::plus);
                    }
                });
        Map<String, LedgerEntry> entries = new HashMap<>();
        first.forEach((key, found) -> entries.put(key, found.entry()));
        return new LedgerReading(entries, payments, notes);
    }

    private static Placed first(Placed a, Placed b) {
        return Placed.FIRST_COUNTS.compare(a, b) <= 0 ? a : b;
    }

    /**
     * Everything that a run paid for, each entry once, in no order: its spend. Two entries of one key are two payments; copies of
     * one entry have its time.
     */
    public LedgerNotes paidBy(String runId, Consumer<LedgerEntry> to) throws IOException {
        Set<Payment> seen = new HashSet<>();
        Wanted ofRun = new Wanted(KeyRange.ALL, key -> true, (outcome, run, time) -> run.equals(runId), false);
        return read(ofRun, file -> file.runId().equals(runId), found -> {
            if (seen.add(Payment.of(found.entry()))) {
                to.accept(found.entry());
            }
        });
    }

    /** The first 64 bits of a key, which is a digest, and a time. */
    private record Payment(long key, Instant time) {
        static Payment of(LedgerEntry entry) {
            return new Payment(HexFormat.fromHexDigitsToLong(entry.key(), 0, 16), entry.time());
        }
    }

    private LedgerNotes read(Wanted wanted, Predicate<LedgerFile> files, Consumer<Placed> to) throws IOException {
        ReadingTally tally = new ReadingTally();
        for (LedgerFile file : LedgerFile.in(storage, folder, wanted.range())) {
            if (files.test(file)) {
                file.read(storage, wanted, to, tally);
            }
        }
        return tally.notes();
    }
}
