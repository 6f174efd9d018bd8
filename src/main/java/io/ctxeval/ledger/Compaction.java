package io.ctxeval.ledger;

import io.ctxeval.table.RowSink;
import io.ctxeval.table.Storage;
import io.ctxeval.table.TableFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies a run's segments, once it has ended, into a few Parquet files sorted by key. The originals stay for a day, so that whoever
 * listed them before finds them; then {@link #deleteOriginals}, in a later night, removes those whose every entry has a copy
 * that is a day old itself. A compaction that is killed leaves a hidden file or some whole ones; the next one copies what
 * isn't copied yet. Two at once make copies of copies, which change nothing.
 *
 * <p>A segment with a damaged line is kept for a look at it, until pruned by its age.
 */
public final class Compaction {
    /** How long originals stay beside their copies. */
    static final Duration GRACE = Duration.ofHours(24);

    /** Bytes of lines that are sorted at a time; one file each. */
    private static final long CHUNK = 32L << 20;

    private static final Comparator<Placed> ORDER =
            Comparator.comparing((Placed placed) -> placed.entry().key()).thenComparing(Placed.FIRST_COUNTS);

    private final Storage storage;
    private final Path ledger;
    private final long chunk;

    public Compaction(Storage storage, Path ledger) {
        this(storage, ledger, CHUNK);
    }

    Compaction(Storage storage, Path ledger, long chunk) {
        this.storage = storage;
        this.ledger = ledger;
        this.chunk = chunk;
    }

    /**
     * What a compaction did.
     *
     * @param files written
     * @param entries in them
     * @param notes of the segments that were read
     */
    public record Result(int files, long entries, LedgerNotes notes) {}

    /**
     * Compacts the segments of one run. Nobody writes for that run any more; if somebody does after all, what comes later isn't
     * copied and its segment isn't deleted.
     */
    public Result compact(String runId) throws IOException {
        List<LedgerFile> own = LedgerFile.in(storage, ledger, KeyRange.ALL).stream()
                .filter(file -> file.runId().equals(runId))
                .toList();
        Copies copies = Copies.in(
                storage, own.stream().filter(file -> !file.isSegment()).toList());
        Chunk lines = new Chunk(runId);
        ReadingTally tally = new ReadingTally();
        for (LedgerFile file : own) {
            if (file.isSegment()) {
                lines.addAll(file, copies, tally);
            }
        }
        lines.write();
        return new Result(lines.files, lines.written, tally.notes());
    }

    /**
     * Deletes originals, of any run, that are no longer needed.
     *
     * @return how many
     */
    public int deleteOriginals(Instant now) throws IOException {
        List<LedgerFile> originals = originals(now);
        for (LedgerFile original : originals) {
            storage.fileSystem(original.path()).delete(original.path(), false);
        }
        return originals.size();
    }

    /** Segments older than a day whose every entry stands in compacted files that are older than a day. */
    List<LedgerFile> originals(Instant now) throws IOException {
        Instant before = now.minus(GRACE);
        Map<String, List<LedgerFile>> runs = LedgerFile.in(storage, ledger, KeyRange.ALL).stream()
                .filter(file -> file.modified().isBefore(before))
                .collect(Collectors.groupingBy(LedgerFile::runId));
        List<LedgerFile> originals = new ArrayList<>();
        for (List<LedgerFile> run : runs.values()) {
            Map<Boolean, List<LedgerFile>> parts =
                    run.stream().collect(Collectors.partitioningBy(LedgerFile::isSegment));
            List<LedgerFile> segments = parts.getOrDefault(true, List.of());
            List<LedgerFile> compacted = parts.getOrDefault(false, List.of());
            if (!segments.isEmpty() && !compacted.isEmpty()) {
                addCopied(segments, Copies.in(storage, compacted), originals);
            }
        }
        return originals;
    }

    private void addCopied(List<LedgerFile> segments, Copies copies, List<LedgerFile> to) throws IOException {
        for (LedgerFile segment : segments) {
            if (copies.haveAllOf(storage, segment)) {
                to.add(segment);
            }
        }
    }

    /** Lines in memory until there are enough for a file. */
    private final class Chunk {
        private final String runId;
        private List<Placed> lines = new ArrayList<>();
        private long bytes;
        private int files;
        private long written;

        Chunk(String runId) {
            this.runId = runId;
        }

        void addAll(LedgerFile segment, Copies copies, ReadingTally tally) throws IOException {
            try {
                segment.read(
                        storage,
                        Wanted.ALL,
                        line -> {
                            if (!copies.has(line)) {
                                add(line);
                            }
                        },
                        tally);
            } catch (UncheckedIOException unwritten) {
                throw unwritten.getCause();
            }
        }

        private void add(Placed line) {
            lines.add(line);
            bytes += bytesOf(line.entry());
            if (bytes >= chunk) {
                try {
                    write();
                } catch (IOException e) {
                    throw new UncheckedIOException(
                            e); // unlike the segment's own failures, this one ends the compaction
                }
            }
        }

        void write() throws IOException {
            if (lines.isEmpty()) {
                return;
            }
            lines.sort(ORDER);
            KeyRange range = new KeyRange(
                    KeyRange.bucketOf(lines.get(0).entry().key()),
                    KeyRange.bucketOf(lines.get(lines.size() - 1).entry().key()));
            Path file = new Path(new Path(ledger, range.folder()), TaskAttempt.compacted(runId));
            try {
                put(lines, file);
            } catch (FSError failure) { // how Hadoop's raw local file system says that a write failed
                throw new IOException("can't write " + file + ": " + failure.getMessage(), failure);
            }
            files++;
            written += lines.size();
            lines = new ArrayList<>();
            bytes = 0;
        }
    }

    private static long bytesOf(LedgerEntry entry) {
        int texts = entry.reason().length();
        texts += entry.judgement() == null ? 0 : entry.judgement().length();
        texts += entry.rawReply() == null ? 0 : entry.rawReply().length();
        return 512L + texts;
    }

    /** Readers see the file whole or not at all: renamed, or where a rename is a copy, put in one step by the store itself. */
    private void put(List<Placed> lines, Path file) throws IOException {
        FileSystem files = storage.fileSystem(file);
        Path fresh = storage.renamesAtomically(files) ? new Path(file.getParent(), "." + file.getName()) : file;
        try {
            try (RowSink sink = TableFormat.PARQUET.create(storage, fresh, EntryRow.SCHEMA)) {
                for (Placed line : lines) {
                    sink.write(EntryRow.of(line));
                }
            }
            if (!fresh.equals(file) && !files.rename(fresh, file)) {
                throw new IOException("can't rename " + fresh + " to " + file.getName());
            }
        } catch (IOException | FSError failure) {
            deleteQuietly(files, fresh, failure);
            throw failure;
        }
    }

    private static void deleteQuietly(FileSystem files, Path fresh, Throwable failure) {
        try {
            files.delete(fresh, false);
        } catch (IOException | FSError again) {
            failure.addSuppressed(again);
        }
    }
}
