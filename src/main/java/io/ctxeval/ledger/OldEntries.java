package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** What may go from a ledger: whole files older than the retention, and originals that {@link Compaction} has copied. */
public final class OldEntries {
    private OldEntries() {}

    /**
     * Lists what may go, by path; changes nothing.
     *
     * @param ledger folder of the ledger; need not be there
     * @param retention files that were changed within it stay
     */
    public static List<Prunable> of(Storage storage, Path ledger, Duration retention, Instant now) throws IOException {
        Instant before = now.minus(retention);
        List<Prunable> old = new ArrayList<>();
        Set<Path> named = new HashSet<>();
        for (LedgerFile file : LedgerFile.in(storage, ledger, KeyRange.ALL)) {
            if (file.modified().isBefore(before)) {
                named.add(file.path());
                old.add(prunable(file, "ledger entries of run " + file.runId()));
            }
        }
        for (LedgerFile original : new Compaction(storage, ledger).originals(now)) {
            if (named.add(original.path())) {
                old.add(prunable(original, "ledger entries of run " + original.runId() + ", kept in Parquet too"));
            }
        }
        addLeftovers(storage, ledger, before, old);
        old.sort(Comparator.comparing(Prunable::path));
        return old;
    }

    private static Prunable prunable(LedgerFile file, String what) {
        return new Prunable(file.path().toString(), what, file.bytes(), file.modified());
    }

    /** Hidden files of compactions that died. */
    private static void addLeftovers(Storage storage, Path ledger, Instant before, List<Prunable> to)
            throws IOException {
        for (FileStatus folder : LedgerFile.listing(storage, ledger)) {
            if (folder.isDirectory()
                    && KeyRange.ofFolder(folder.getPath().getName()).isPresent()) {
                for (FileStatus file : LedgerFile.listing(storage, folder.getPath())) {
                    String name = file.getPath().getName();
                    Instant modified = Instant.ofEpochMilli(file.getModificationTime());
                    boolean leftover = name.startsWith(".")
                            && TaskAttempt.runOfCompacted(name.substring(1)).isPresent();
                    if (leftover && modified.isBefore(before)) {
                        to.add(new Prunable(
                                file.getPath().toString(), "leftover of a compaction", file.getLen(), modified));
                    }
                }
            }
        }
    }
}
