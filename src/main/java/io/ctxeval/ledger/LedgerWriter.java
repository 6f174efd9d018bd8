package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * Writes what one attempt of a task pays for, in groups. Where the file system can sync, a group is written to an open segment and
 * synced; elsewhere, as on object stores, every group is a segment of its own, closed. Until {@link #commit} returned, an
 * entry is in memory only: nothing may be made of it. A process that dies loses the open group, a task's calls in flight, and nothing
 * else.
 *
 * <p>Not safe for several threads.
 */
public final class LedgerWriter implements AutoCloseable {
    /** A synced group; entries, age. */
    private static final Limit SYNCED = new Limit(50, Duration.ofSeconds(1));

    /** A segment per group: fewer and larger, as each costs a file. */
    private static final Limit CLOSED = new Limit(200, Duration.ofSeconds(5));

    /** Bytes that a group may hold in memory. */
    private static final int LARGEST_GROUP = 4 << 20;

    private record Limit(int entries, Duration age) {}

    private final Storage storage;
    private final Path folder;
    private final KeyRange range;
    private final String stem;
    private final ByteArrayOutputStream group = new ByteArrayOutputStream();
    private int pending;
    private @Nullable Instant oldest;
    private int segments;
    private Limit limit = SYNCED;
    private @Nullable Segment segment;

    private LedgerWriter(Storage storage, Path folder, KeyRange range, String stem) {
        this.storage = storage;
        this.folder = folder;
        this.range = range;
        this.stem = stem;
    }

    /**
     * A writer without files: the first commit makes one.
     *
     * @param ledger folder of the ledger
     * @param range keys that the task owns; {@link KeyRange#ALL} where it doesn't know
     * @throws IOException if its folder can't be one, which is better known before anything is paid for
     */
    public static LedgerWriter open(Storage storage, Path ledger, TaskAttempt attempt, KeyRange range)
            throws IOException {
        Path folder = new Path(ledger, range.folder());
        if (storage.exists(folder) && !storage.isFolder(folder.toString())) {
            throw new IOException("can't write to the ledger: " + folder
                    + " is a file and should be a folder. Move it away, then run again");
        }
        return new LedgerWriter(storage, folder, range, attempt.stem());
    }

    /**
     * Adds an entry to the open group; no input or output. A raw reply is cut to {@link LedgerEntry#MAX_RAW_REPLY}.
     *
     * @throws IllegalArgumentException if its key isn't one, or not of the writer's range, where no reader would look for it
     */
    public void append(LedgerEntry entry) {
        if (!LedgerEntry.isKey(entry.key()) || !range.contains(entry.key())) {
            throw new IllegalArgumentException(
                    "key " + entry.key() + "; must be 64 lower-case hex digits in " + range.folder());
        }
        group.writeBytes(EntryLine.of(entry.bounded()));
        pending++;
        if (oldest == null) {
            oldest = entry.time();
        }
    }

    /** Entries that aren't durable yet. */
    public int pending() {
        return pending;
    }

    /** When the open group is due by its age; empty while there is none. */
    public Optional<Instant> dueAt() {
        return Optional.ofNullable(oldest).map(time -> time.plus(limit.age));
    }

    /**
     * Commits the group if it is large or old enough.
     *
     * @param now on the clock of the entries' times
     * @return entries that became durable, the oldest ones that weren't; 0: not due
     * @throws IOException as {@link #commit}
     */
    public int commitIfDue(Instant now) throws IOException {
        return isDue(now) ? commit() : 0;
    }

    private boolean isDue(Instant now) {
        Instant since = oldest;
        if (since == null) {
            return false;
        }
        boolean aged = !now.isBefore(since.plus(limit.age)) || now.isBefore(since); // a clock set back holds nothing up
        return aged || pending >= limit.entries || group.size() >= LARGEST_GROUP;
    }

    /**
     * Makes every entry appended so far durable.
     *
     * @return how many became so
     * @throws IOException if that failed: the group is kept, and another commit writes it to a new segment. What the failed
     *     one left does no harm
     */
    public int commit() throws IOException {
        if (pending == 0) {
            return 0;
        }
        Segment to = segment == null ? next() : segment;
        try {
            to.write(group);
        } catch (IOException
                | FSError failure) { // FSError: how Hadoop's raw local file system says that a write failed
            segment = null;
            to.abandon(failure);
            throw failed(to.path, failure);
        }
        segment = to.syncs ? to : null;
        int committed = pending;
        group.reset();
        pending = 0;
        oldest = null;
        return committed;
    }

    private Segment next() throws IOException {
        Path path = new Path(folder, TaskAttempt.segment(stem, segments++));
        try {
            FSDataOutputStream out = storage.create(path);
            boolean syncs = out.hasCapability(StreamCapabilities.HSYNC);
            limit = syncs ? SYNCED : CLOSED;
            return new Segment(path, out, syncs);
        } catch (IOException | FSError failure) {
            throw failed(path, failure);
        }
    }

    private IOException failed(Path path, Throwable failure) {
        Throwable cause = failure instanceof FSError && failure.getCause() != null ? failure.getCause() : failure;
        return new IOException(
                "can't write to the ledger segment " + path + ": " + cause.getMessage() + ". " + pending
                        + " answers aren't durable and may be asked again. See that the state folder has space and can be"
                        + " written to, or choose another with --set state=FOLDER, then run again with the same --run-id:"
                        + " what was committed is reused",
                failure);
    }

    /**
     * Commits what is left and ends the segment.
     *
     * @throws IOException as {@link #commit}
     */
    @Override
    public void close() throws IOException {
        commit();
        Segment last = segment;
        segment = null;
        if (last != null) {
            try {
                last.out.close();
            } catch (IOException | FSError failure) {
                throw failed(last.path, failure);
            }
        }
    }

    private record Segment(Path path, FSDataOutputStream out, boolean syncs) {
        void write(ByteArrayOutputStream group) throws IOException {
            group.writeTo(out);
            if (syncs) {
                out.hsync();
            } else {
                out.close();
            }
        }

        /** After a failure nothing more is written here: its last line may be a part of one. */
        void abandon(Throwable failure) {
            try {
                out.close();
            } catch (IOException | FSError again) {
                if (again != failure) {
                    failure.addSuppressed(again);
                }
            }
        }
    }
}
