package io.ctxeval.run;

import io.ctxeval.report.JudgeSnapshot;
import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a run that nobody has published.
 *
 * @param folder what was written of it
 * @param running whether somebody is still at work on it, as far as this process can tell
 * @param who the process and when it was last heard of
 * @param judge where the judge's calls stood; null: none were begun, or it can't be read
 */
public record UnfinishedRun(
        String runId,
        String folder,
        boolean running,
        String who,
        @Nullable JudgeSnapshot judge) {

    /**
     * The attempts at a run.
     *
     * @param folder where the run would be published
     */
    public static List<UnfinishedRun> at(Storage storage, String folder) throws IOException {
        Path published = new Path(folder);
        List<UnfinishedRun> found = new ArrayList<>();
        add(found, storage, published, published.getName());
        Path runs = published.getParent();
        if (runs != null) {
            String hidden = "." + published.getName() + RunFolder.ATTEMPT;
            for (UnfinishedRun attempt : in(storage, runs)) {
                if (new Path(attempt.folder()).getName().startsWith(hidden)) {
                    found.add(attempt);
                }
            }
        }
        return found;
    }

    /** The attempts below an output folder; of what is left of a run that was published since, none. */
    public static List<UnfinishedRun> below(Storage storage, String output) throws IOException {
        return in(storage, new Path(output, "runs"));
    }

    private static List<UnfinishedRun> in(Storage storage, Path runs) throws IOException {
        List<UnfinishedRun> found = new ArrayList<>();
        FileStatus[] folders;
        try {
            folders = storage.fileSystem(runs).listStatus(runs);
        } catch (FileNotFoundException absent) {
            return found;
        }
        for (FileStatus folder : folders) {
            String name = folder.getPath().getName();
            int end = name.lastIndexOf(RunFolder.ATTEMPT);
            boolean hidden = name.startsWith(".") && end > 0;
            String runId = hidden ? name.substring(1, end) : name;
            if (folder.isDirectory() && !storage.exists(new Path(new Path(runs, runId), RunFolder.MANIFEST))) {
                add(found, storage, folder.getPath(), runId);
            }
        }
        return found;
    }

    private static void add(List<UnfinishedRun> found, Storage storage, Path folder, String runId) throws IOException {
        Optional<byte[]> note = storage.readIfThere(new Path(folder, RunFolder.NOTE));
        if (note.isPresent()) {
            AttemptNote attempt = AttemptNote.parse(note.get());
            found.add(new UnfinishedRun(
                    runId,
                    folder.toString(),
                    attempt.isLive(Instant.now()),
                    attempt.toString(),
                    judge(storage, folder)));
        }
    }

    private static @Nullable JudgeSnapshot judge(Storage storage, Path folder) {
        try {
            Optional<byte[]> progress = storage.readIfThere(new Path(folder, RunFolder.PROGRESS));
            return progress.isEmpty() ? null : JudgeSnapshot.parse(new String(progress.get(), StandardCharsets.UTF_8));
        } catch (IOException beingWritten) {
            return null;
        }
    }
}
