package io.ctxeval.dataset;

import java.util.ArrayList;
import java.util.List;

/**
 * Deals files out to tasks: large ones are cut where they can be, small ones are packed together, and the order of files stays.
 */
final class SlicePlan {
    /** Largest part of a file that one task is meant to read. */
    private static final long MOST_BYTES = 64L << 20;

    /** Below this, starting a task costs more than it saves. */
    private static final long LEAST_BYTES = 1L << 20;

    /** What opening a file is worth in bytes. */
    private static final long OPENING_BYTES = 64L << 10;

    private SlicePlan() {}

    /**
     * The slices of each task.
     *
     * @param parallelism tasks that can run at once, at least 1
     */
    static List<List<FileSlice>> of(int input, List<SniffedFile> files, int parallelism) {
        long perTask = total(files) / Math.max(1, parallelism);
        return packed(input, files, Math.min(MOST_BYTES, Math.max(LEAST_BYTES, perTask)));
    }

    /**
     * The slices of each task, as near to a number of tasks as the files allow.
     *
     * @param tasks at least 1
     */
    static List<List<FileSlice>> ofTasks(int input, List<SniffedFile> files, int tasks) {
        return packed(input, files, Math.max(1, (total(files) + tasks - 1) / tasks));
    }

    private static long total(List<SniffedFile> files) {
        long total = 0;
        for (SniffedFile file : files) {
            total += file.file().length();
        }
        return total;
    }

    private static List<List<FileSlice>> packed(int input, List<SniffedFile> files, long perTask) {
        List<List<FileSlice>> tasks = new ArrayList<>();
        List<FileSlice> current = new ArrayList<>();
        long filled = 0;
        for (SniffedFile file : files) {
            for (FileSlice slice : cut(input, file, perTask)) {
                long bytes = slice.to() - slice.from();
                if (!current.isEmpty() && filled + bytes > perTask) {
                    tasks.add(List.copyOf(current));
                    current.clear();
                    filled = 0;
                }
                current.add(slice);
                filled += bytes + (perTask >= LEAST_BYTES ? OPENING_BYTES : 0);
            }
        }
        if (!current.isEmpty()) {
            tasks.add(List.copyOf(current));
        }
        return tasks;
    }

    private static List<FileSlice> cut(int input, SniffedFile file, long perTask) {
        long length = file.file().length();
        if (!file.splittable() || length <= perTask) {
            return List.of(FileSlice.whole(input, file));
        }
        long parts = (length + perTask - 1) / perTask;
        List<FileSlice> slices = new ArrayList<>();
        for (long part = 0; part < parts; part++) {
            // length * part stays far below 2^63: parts is at most length / perTask
            slices.add(new FileSlice(input, file, edge(length, part, parts), edge(length, part + 1, parts)));
        }
        return slices;
    }

    private static long edge(long length, long part, long parts) {
        return length / parts * part + length % parts * part / parts;
    }
}
