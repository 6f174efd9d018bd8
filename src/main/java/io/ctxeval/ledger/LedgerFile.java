package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A file of a ledger, by its name.
 *
 * @param range keys that it may hold
 * @param runId the run that wrote it
 * @param modified as the file system says
 */
record LedgerFile(Form form, Path path, KeyRange range, String runId, long bytes, Instant modified) {
    /** What a file's entries are written in. */
    enum Form {
        SEGMENT {
            @Override
            void read(Storage storage, LedgerFile file, Wanted wanted, Consumer<Placed> to, ReadingTally tally)
                    throws IOException {
                SegmentFile.read(storage, file.path, wanted, to, tally);
            }
        },
        COMPACTED {
            @Override
            void read(Storage storage, LedgerFile file, Wanted wanted, Consumer<Placed> to, ReadingTally tally)
                    throws IOException {
                CompactedFile.read(storage, file, wanted, to, tally);
            }
        };

        abstract void read(Storage storage, LedgerFile file, Wanted wanted, Consumer<Placed> to, ReadingTally tally)
                throws IOException;
    }

    /** The files of a ledger that may hold keys of a range, in the order of their paths; none where there is no ledger. */
    static List<LedgerFile> in(Storage storage, Path ledger, KeyRange wanted) throws IOException {
        List<LedgerFile> files = new ArrayList<>();
        for (FileStatus folder : listing(storage, ledger)) {
            Optional<KeyRange> range = KeyRange.ofFolder(folder.getPath().getName());
            if (folder.isDirectory() && range.isPresent() && range.get().meets(wanted)) {
                for (FileStatus file : listing(storage, folder.getPath())) {
                    of(file, range.get()).ifPresent(files::add);
                }
            }
        }
        files.sort(Comparator.comparing(file -> file.path().toString()));
        return files;
    }

    private static Optional<LedgerFile> of(FileStatus file, KeyRange range) {
        String name = file.getPath().getName();
        if (!file.isFile() || name.startsWith(".")) {
            return Optional.empty();
        }
        Instant modified = Instant.ofEpochMilli(file.getModificationTime());
        return TaskAttempt.runOfSegment(name)
                .map(run -> new LedgerFile(Form.SEGMENT, file.getPath(), range, run, file.getLen(), modified))
                .or(() -> TaskAttempt.runOfCompacted(name)
                        .map(run ->
                                new LedgerFile(Form.COMPACTED, file.getPath(), range, run, file.getLen(), modified)));
    }

    static List<FileStatus> listing(Storage storage, Path folder) throws IOException {
        try {
            return List.of(storage.fileSystem(folder).listStatus(folder));
        } catch (FileNotFoundException absent) {
            return List.of();
        }
    }

    boolean isSegment() {
        return form == Form.SEGMENT;
    }

    String name() {
        return path.getName();
    }

    /**
     * Hands over the wanted entries. What can't be read is counted and left out; a file that is gone was compacted or pruned.
     *
     * @throws IOException if the thread was interrupted
     */
    void read(Storage storage, Wanted wanted, Consumer<Placed> to, ReadingTally tally) throws IOException {
        tally.file();
        try {
            form.read(storage, this, wanted, to, tally);
        } catch (FileNotFoundException gone) {
            // Only what has been copied a day before is deleted, so that the listing named the copy too.
        } catch (IOException | FSError unreadable) {
            requireNoInterrupt(unreadable);
            tally.damaged(path.toString(), unreadable);
        }
    }

    /** Tells an interrupt, which ends a reading, from a damage, which doesn't. */
    static void requireNoInterrupt(Throwable failure) throws IOException {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean interrupt = cause instanceof ClosedByInterruptException
                    || (cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException));
            if (interrupt) {
                throw new InterruptedIOException("interrupted while reading the ledger");
            }
        }
    }
}
