package io.ctxeval.run;

import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Where a run is written and how it becomes visible. Readers look for {@value #MANIFEST}: where rename is atomic, everything is
 * written into a hidden folder that is renamed once it is whole; on object stores it is written in place with the manifest
 * last. Nothing of an earlier run is touched.
 */
final class RunFolder {
    static final String MANIFEST = "run.json";
    static final String POINTER = "latest.json";
    static final String PROGRESS = "progress.json";
    private static final String WORK = ".work";
    static final String NOTE = ".attempt.json";

    /** Between a run's id and the attempt in a hidden name; no id holds it, so one run's folders are never taken for another's. */
    static final String ATTEMPT = "~";

    private static final Pattern ATTEMPTS = Pattern.compile("\\.[^" + ATTEMPT + "]+" + ATTEMPT + "[0-9a-f]{8}");

    private final Storage storage;
    private final String runId;
    private final Path output;
    private final Path published;
    private final Path written;
    private @Nullable Heartbeat heartbeat;

    private RunFolder(Storage storage, String output, String runId, boolean renames, FileSystem files) {
        this.storage = storage;
        this.runId = runId;
        this.output = files.makeQualified(new Path(output));
        this.published = new Path(new Path(this.output, "runs"), runId);
        this.written = renames
                ? new Path(
                        published.getParent(),
                        "." + runId + ATTEMPT + UUID.randomUUID().toString().substring(0, 8))
                : published;
    }

    static RunFolder of(Storage storage, String output, String runId) throws IOException {
        FileSystem files = storage.fileSystem(new Path(output));
        return new RunFolder(storage, output, runId, storage.renamesAtomically(files), files);
    }

    Path published() {
        return published;
    }

    /** The folder that tasks write tables into; hidden until {@link #publish}. */
    Path written() {
        return written;
    }

    /** For files of this run that nobody reads after it. */
    Path work() {
        return new Path(written, WORK);
    }

    boolean isPublished() throws IOException {
        return storage.exists(new Path(published, MANIFEST));
    }

    /**
     * Makes the folder, so that a place that can't be written to is found before any work, and notes that somebody is at work in it.
     *
     * @throws PublishedMeanwhile if another attempt was faster
     * @throws IOException if something else is in the way, or the place can't be written to
     */
    void prepare() throws IOException {
        if (storage.exists(published)) {
            refuseWhatIsThere();
        }
        if (!written.equals(published)) {
            removeUnbegun(storage.fileSystem(written));
        }
        if (!storage.fileSystem(written).mkdirs(written)) {
            throw new IOException("can't make the folder " + written);
        }
        heartbeat = Heartbeat.begin(storage, new Path(written, NOTE));
    }

    private void refuseWhatIsThere() throws IOException {
        if (isPublished()) {
            throw new PublishedMeanwhile(runId);
        }
        if (!written.equals(published)) {
            throw new IOException(
                    published + " is there and is no published run: move it away or choose another --run-id");
        }
        Optional<AttemptNote> note = noteIn(published);
        if (note.isPresent() && note.get().isLive(Instant.now())) {
            throw new IOException(published + " is being written by " + note.get() + ": choose another --run-id");
        }
    }

    private Optional<AttemptNote> noteIn(Path folder) throws IOException {
        Optional<byte[]> note = storage.readIfThere(new Path(folder, NOTE));
        try {
            return note.isEmpty() ? Optional.empty() : Optional.of(AttemptNote.parse(note.get()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Removes what attempts of tasks left in a table's folder and no successful task reported. */
    void keepOnly(String table, Set<String> files) throws IOException {
        Path folder = new Path(written, table);
        FileSystem system = storage.fileSystem(folder);
        Set<String> missing = new HashSet<>(files);
        for (FileStatus file : listing(system, folder)) {
            if (!missing.remove(file.getPath().getName())) {
                system.delete(file.getPath(), true);
            }
        }
        if (!missing.isEmpty()) {
            throw new IOException(
                    "table " + table + ": files that tasks reported as written are gone: " + String.join(", ", missing)
                            + ". Is " + output + " one file system for the driver and all executors?");
        }
    }

    private static FileStatus[] listing(FileSystem system, Path folder) throws IOException {
        try {
            return system.listStatus(folder);
        } catch (FileNotFoundException absent) {
            return new FileStatus[0];
        }
    }

    /**
     * Makes the run visible: manifest, then rename. {@link #point} comes after.
     *
     * @throws PublishedMeanwhile if another attempt was faster
     */
    void publish(byte[] manifest) throws IOException {
        FileSystem system = storage.fileSystem(written);
        system.delete(work(), true);
        storage.write(new Path(written, MANIFEST), manifest);
        // A note written after the rename would make the hidden folder anew.
        stopHeartbeat();
        if (!written.equals(published)) {
            rename(system);
            removeLeftovers(system);
        }
        system.delete(new Path(published, NOTE), false);
    }

    private void stopHeartbeat() {
        if (heartbeat != null) {
            heartbeat.close();
            heartbeat = null;
        }
    }

    /** Lets the pointer name this run. */
    void point(byte[] pointer) throws IOException {
        storage.replace(new Path(output, POINTER), pointer);
    }

    /** The pointer's content; empty where there is none yet. */
    Optional<byte[]> pointer() throws IOException {
        Path pointer = new Path(output, POINTER);
        return storage.exists(pointer) ? Optional.of(storage.read(pointer)) : Optional.empty();
    }

    private void rename(FileSystem system) throws IOException {
        try {
            if (system instanceof RawLocalFileSystem local) {
                // Refuses a target that holds anything; Hadoop's rename would move the folder into it.
                Files.move(
                        local.pathToFile(written).toPath(),
                        local.pathToFile(published).toPath());
            } else {
                FileContext.getFileContext(system.getUri(), storage.configuration())
                        .rename(written, published, Options.Rename.NONE);
            }
        } catch (IOException refused) {
            if (isPublished()) {
                PublishedMeanwhile meanwhile = new PublishedMeanwhile(runId);
                meanwhile.addSuppressed(refused);
                throw meanwhile;
            }
            throw refused;
        }
    }

    /** Another attempt at this very run that is under way, as far as its note tells. */
    Optional<AttemptNote> liveAttempt() throws IOException {
        FileSystem system = storage.fileSystem(written);
        for (FileStatus candidate : listing(system, published.getParent())) {
            if (candidate.getPath().getName().startsWith("." + runId + ATTEMPT)
                    && !candidate.getPath().getName().equals(written.getName())) {
                Optional<AttemptNote> note = noteIn(candidate.getPath());
                if (note.isPresent() && note.get().isLive(Instant.now())) {
                    return note;
                }
            }
        }
        return Optional.empty();
    }

    /** Hidden folders of attempts at this very run that died: nobody can publish them any more. */
    private void removeLeftovers(FileSystem system) throws IOException {
        for (FileStatus candidate : listing(system, published.getParent())) {
            if (candidate.getPath().getName().startsWith("." + runId + ATTEMPT) && isDead(candidate)) {
                system.delete(candidate.getPath(), true);
            }
        }
    }

    /**
     * Hidden folders of any run whose makers were killed before they had written a note: without one nothing else finds them. They are
     * in nobody's way, so what can't be removed stays.
     */
    private void removeUnbegun(FileSystem system) throws IOException {
        for (FileStatus candidate : listing(system, published.getParent())) {
            Path folder = candidate.getPath();
            boolean attempt = candidate.isDirectory()
                    && ATTEMPTS.matcher(folder.getName()).matches();
            if (attempt && isUnbegun(system, folder) && isDead(candidate)) {
                try {
                    system.delete(folder, true);
                } catch (IOException refused) {
                    // It may be another user's.
                }
            }
        }
    }

    /** Whether there is nothing, or a note that was being written. */
    private static boolean isUnbegun(FileSystem system, Path folder) throws IOException {
        for (FileStatus file : listing(system, folder)) {
            if (!file.getPath().getName().startsWith("." + NOTE)) {
                return false;
            }
        }
        return true;
    }

    /** Without a note that can be read, by the folder's age: between making a folder and its note lies a moment. */
    private boolean isDead(FileStatus attempt) throws IOException {
        Instant now = Instant.now();
        Optional<AttemptNote> note = noteIn(attempt.getPath());
        return note.isPresent()
                ? !note.get().isLive(now)
                : Instant.ofEpochMilli(attempt.getModificationTime())
                        .plus(AttemptNote.SILENCE)
                        .isBefore(now);
    }

    /** Removes what was written, after a failure. */
    void discard() throws IOException {
        stopHeartbeat();
        if (!written.equals(published) || !isPublished()) {
            storage.fileSystem(written).delete(written, true);
        }
    }
}
