package io.ctxeval.prune;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ctxeval.ledger.Prunable;
import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Runs in an output folder, and what died runs left in it. A folder of another name, or one without a manifest where runs are
 * renamed into place, is somebody else's and never named.
 */
final class OldRuns {
    private static final String MANIFEST = "run.json";
    private static final String POINTER = "latest.json";

    /** A run at work, or one that died. */
    private static final Pattern HIDDEN = Pattern.compile("\\.[A-Za-z0-9_][A-Za-z0-9._-]*~[0-9a-f]{8}");

    /** A pointer that was never moved into place. */
    private static final Pattern FRESH_POINTER = Pattern.compile("\\.latest\\.json\\.[0-9a-f-]{36}\\.tmp");

    private static final JsonMapper JSON = new JsonMapper();

    private final Storage storage;
    private final Path output;
    private final Path runs;

    OldRuns(Storage storage, Path output) {
        this.storage = storage;
        this.output = output;
        this.runs = new Path(output, "runs");
    }

    private record Published(Path folder, Instant finished) {}

    /** What was last changed, or for a run finished, before a time; by path. */
    List<Prunable> before(Instant time) throws IOException {
        List<Prunable> old = new ArrayList<>();
        List<Published> published = new ArrayList<>();
        boolean renamed = storage.renamesAtomically(storage.fileSystem(output));
        for (FileStatus folder : listing(runs)) {
            String name = folder.getPath().getName();
            Optional<Instant> finished = folder.isDirectory() ? finished(folder.getPath()) : Optional.empty();
            if (HIDDEN.matcher(name).matches()) {
                old.add(measured(folder, "leftover of run " + name.substring(1, name.lastIndexOf('~'))));
            } else if (finished.isPresent()) {
                published.add(new Published(folder.getPath(), finished.get()));
            } else if (folder.isDirectory() && !renamed) {
                old.add(measured(folder, "leftover of run " + name));
            }
        }
        addPointers(old);
        old.removeIf(leftover -> !leftover.newest().isBefore(time));
        for (Published run : outdated(published, time)) {
            Prunable whole =
                    measured(storage.fileSystem(run.folder).getFileStatus(run.folder), "run " + run.folder.getName());
            old.add(new Prunable(whole.path(), whole.what(), whole.bytes(), run.finished));
        }
        old.sort(Comparator.comparing(Prunable::path));
        return old;
    }

    private List<Published> outdated(List<Published> published, Instant time) throws IOException {
        Optional<String> newest = published.stream()
                .max(Comparator.comparing(Published::finished))
                .map(run -> run.folder.getName());
        Set<String> kept = Stream.concat(newest.stream(), pointed().stream()).collect(Collectors.toSet());
        return published.stream()
                .filter(run -> run.finished.isBefore(time))
                .filter(run -> !kept.contains(run.folder.getName()))
                .toList();
    }

    /** The run that the pointer names. */
    private Optional<String> pointed() throws IOException {
        return json(new Path(output, POINTER))
                .map(pointer -> pointer.path("run_id").textValue());
    }

    /** When a published run ended; empty for a folder that isn't one. */
    private Optional<Instant> finished(Path folder) throws IOException {
        Path manifest = new Path(folder, MANIFEST);
        FileStatus there;
        try {
            there = storage.fileSystem(manifest).getFileStatus(manifest);
        } catch (FileNotFoundException none) {
            return Optional.empty();
        }
        Instant written = Instant.ofEpochMilli(there.getModificationTime());
        return Optional.of(json(manifest)
                .map(run -> run.path("finished_at").textValue())
                .map(text -> instant(text, written))
                .orElse(written));
    }

    private static Instant instant(String text, Instant otherwise) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException unreadable) {
            return otherwise;
        }
    }

    private Optional<JsonNode> json(Path file) throws IOException {
        Optional<byte[]> content = storage.readIfThere(file.toString());
        try {
            return content.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(content.get()));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    private void addPointers(List<Prunable> to) throws IOException {
        for (FileStatus file : listing(output)) {
            if (file.isFile() && FRESH_POINTER.matcher(file.getPath().getName()).matches()) {
                to.add(measured(file, "leftover of " + POINTER));
            }
        }
    }

    /** With all that is in it: a run at work is as young as its youngest file. */
    private Prunable measured(FileStatus entry, String what) throws IOException {
        long bytes = 0;
        long newest = entry.getModificationTime();
        FileSystem files = storage.fileSystem(entry.getPath());
        RemoteIterator<LocatedFileStatus> all = files.listFiles(entry.getPath(), true);
        while (all.hasNext()) {
            FileStatus file = all.next();
            bytes += file.getLen();
            newest = Math.max(newest, file.getModificationTime());
        }
        return new Prunable(entry.getPath().toString(), what, bytes, Instant.ofEpochMilli(newest));
    }

    private List<FileStatus> listing(Path folder) throws IOException {
        try {
            return List.of(storage.fileSystem(folder).listStatus(folder));
        } catch (FileNotFoundException absent) {
            return List.of();
        }
    }

    boolean holds(Path path) throws IOException {
        FileSystem files = storage.fileSystem(path);
        return files.makeQualified(runs).equals(path.getParent());
    }

    /** Hides a run before its files go, so that a deletion that is killed leaves a leftover and not half a run. */
    void delete(Path run) throws IOException {
        FileSystem files = storage.fileSystem(run);
        Path hidden = run.getName().startsWith(".") ? run : hide(files, run);
        if (!files.delete(hidden, true) && files.exists(hidden)) {
            throw new IOException("can't delete " + hidden);
        }
    }

    private Path hide(FileSystem files, Path run) throws IOException {
        if (!storage.renamesAtomically(files)) {
            files.delete(new Path(run, MANIFEST), false); // readers ignore a folder without it
            return run;
        }
        String random = UUID.randomUUID().toString().substring(0, 8);
        Path hidden = new Path(runs, "." + run.getName() + "~" + random);
        if (!files.rename(run, hidden)) {
            throw new IOException("can't rename " + run + " to " + hidden.getName());
        }
        return hidden;
    }
}
