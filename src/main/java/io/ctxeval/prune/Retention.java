package io.ctxeval.prune;

import io.ctxeval.ledger.Ledger;
import io.ctxeval.ledger.OldEntries;
import io.ctxeval.ledger.Prunable;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** How long an output folder and a state folder keep what they hold. */
public final class Retention {
    /** What is younger may belong to a run at work. */
    public static final Duration SHORTEST = Duration.ofHours(24);

    private final Storage storage;
    private final OldRuns runs;
    private final Path ledger;
    private final Duration age;

    /**
     * A retention; changes nothing.
     *
     * @param age {@link #SHORTEST} or longer
     */
    public Retention(Storage storage, String output, String state, Duration age) {
        if (age.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("retention " + age + "; must be " + SHORTEST + " or longer");
        }
        this.storage = storage;
        this.runs = new OldRuns(storage, new Path(output));
        this.ledger = Ledger.ofState(storage, state).folder();
        this.age = age;
    }

    /**
     * What is older than the retention: runs except the newest and the one that {@code latest.json} names, leftovers of runs that
     * died, ledger entries, and ledger segments that have been copied.
     */
    public List<Prunable> prunable(Instant now) throws IOException {
        List<Prunable> old = new ArrayList<>(runs.before(now.minus(age)));
        old.addAll(OldEntries.of(storage, ledger, age, now));
        return old;
    }

    /** Deletes what {@link #prunable} named. A run is gone for its readers in one step. */
    public void delete(Prunable prunable) throws IOException {
        Path path = new Path(prunable.path());
        if (runs.holds(path)) {
            runs.delete(path);
        } else if (!storage.fileSystem(path).delete(path, true) && storage.exists(path)) {
            throw new IOException("can't delete " + path);
        }
    }
}
