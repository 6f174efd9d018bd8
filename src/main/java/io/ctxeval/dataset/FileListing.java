package io.ctxeval.dataset;

import io.ctxeval.plan.DaySelection;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of one input, in the order of their names: a file, all files below a folder, or the same for whatever a glob
 * matches.
 *
 * @param files what is to be read; empty only where all that is there is hidden or stray
 * @param hidden number of files and folders left out because their names begin with {@code _} or {@code .}
 * @param strays names of files in folders that are of no kind that is read
 * @param days how the days of the plan chose among its folders; null: they choose nothing
 */
record FileListing(
        List<ListedFile> files,
        int hidden,
        List<String> strays,
        @Nullable DayFolders days) {
    FileListing {
        files = List.copyOf(files);
        strays = List.copyOf(strays);
    }

    /**
     * Lists an input.
     *
     * @param written the path as the plan has it
     * @param wanted what folders are searched for; null: everything that is read
     * @throws InputRefused if nothing is there or it can't be listed
     */
    static FileListing of(String written, @Nullable FileKind wanted, Configuration configuration) {
        return of(written, wanted, null, configuration);
    }

    /**
     * Lists an input as far as it is of certain days.
     *
     * @param days the days; null: all there is
     * @throws InputRefused if nothing is there or it can't be listed
     */
    static FileListing of(
            String written, @Nullable FileKind wanted, @Nullable DaySelection days, Configuration configuration) {
        try {
            Path path = RawFiles.pathOf(written);
            FileSystem fileSystem = RawFiles.fileSystem(path, configuration);
            return new Walk(written, wanted, path, fileSystem, days == null ? null : new DayFolders(days)).listing();
        } catch (FileNotFoundException e) {
            throw new InputRefused(written + ": nothing is there", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new InputRefused(written + ": can't be listed: " + e.getMessage(), e);
        }
    }

    /**
     * Whether there is anything to list; looks no further than the names that the path itself spells.
     *
     * @throws InputRefused if nothing is there or it can't be listed
     */
    static void requireAny(String written, Configuration configuration) {
        if (!isAny(written, configuration)) {
            boolean glob = written.matches(".*[*?{\\[].*");
            throw new InputRefused(written + (glob ? ": no file matches" : ": nothing is there"), null);
        }
    }

    /**
     * Whether there is anything to list.
     *
     * @throws InputRefused if it can't be listed
     */
    static boolean isAny(String written, Configuration configuration) {
        try {
            Path path = RawFiles.pathOf(written);
            return !new Walk(written, null, path, RawFiles.fileSystem(path, configuration), null)
                    .starts()
                    .isEmpty();
        } catch (FileNotFoundException e) {
            return false;
        } catch (IOException | IllegalArgumentException e) {
            throw new InputRefused(written + ": can't be listed: " + e.getMessage(), e);
        }
    }

    /** As Spark and Hive have it: a name that begins with an underscore is data where it names a partition. */
    static boolean isHidden(String name) {
        return name.startsWith(".")
                || (name.startsWith("_") && PartitionFolder.of(name).isEmpty());
    }

    /** One walk over an input's folders. */
    private static final class Walk {
        private final String written;
        private final @Nullable FileKind wanted;
        private final FileSystem fileSystem;
        private final Path path;
        private final String shortened;
        private final List<ListedFile> files = new ArrayList<>();
        private final List<String> strays = new ArrayList<>();
        private final LocalLinks links = new LocalLinks();
        private final @Nullable DayFolders days;
        private int hidden;

        Walk(String written, @Nullable FileKind wanted, Path path, FileSystem fileSystem, @Nullable DayFolders days) {
            this.days = days;
            this.written = written;
            this.wanted = wanted;
            this.fileSystem = fileSystem;
            this.path = fileSystem.makeQualified(path);
            String root = fileSystem.makeQualified(new Path("/")).toString();
            boolean relative = !path.isAbsolute();
            String workingFolder = fileSystem.getWorkingDirectory().toString();
            if (relative) {
                shortened = workingFolder.endsWith("/") ? workingFolder : workingFolder + "/";
            } else {
                shortened = root.startsWith("file:") ? root.substring(0, root.length() - 1) : "";
            }
        }

        FileListing listing() throws IOException {
            List<FileStatus> starts = starts();
            if (starts.isEmpty() && (days == null || !days.choose())) {
                throw new InputRefused(written + ": no file matches", null);
            }
            boolean named = !path.getName().endsWith("*");
            for (FileStatus start : starts) {
                if (start.isDirectory()) {
                    folderOfDays(start.getPath());
                } else if (named) {
                    take(start, true);
                } else {
                    takeIfKnown(start);
                }
            }
            if (days == null || days.choose()) {
                return new FileListing(files, hidden, strays, days);
            }
            return new FileListing(days.untold(), hidden, strays, null); // nothing was chosen: all of it, in its order
        }

        /** The file or folder of this very name, else what the glob matches. */
        List<FileStatus> starts() throws IOException {
            FileStatus itself = statusOrNull(path);
            if (itself != null) {
                return List.of(itself);
            }
            List<Path> matches = List.of(fileSystem.makeQualified(new Path("/")));
            boolean pattern = false;
            for (String part : path.toUri().getPath().split("/", -1)) {
                if (part.isEmpty()) {
                    continue;
                }
                GlobFilter filter = new GlobFilter(part);
                pattern |= filter.hasPattern();
                List<Path> next = new ArrayList<>();
                for (Path match : matches) {
                    if (filter.hasPattern()) {
                        next.addAll(children(match, part, filter));
                    } else {
                        next.add(new Path(match, new Path(null, null, part)));
                    }
                }
                if (days != null) {
                    next.removeIf(match -> !days.admits(partitions(nameOf(match) + "/")));
                }
                matches = next;
            }
            if (!pattern) {
                throw new FileNotFoundException(written);
            }
            List<FileStatus> found = new ArrayList<>();
            for (Path match : matches) {
                FileStatus status = statusOrNull(match);
                if (status != null) {
                    found.add(status);
                }
            }
            return found;
        }

        private List<Path> children(Path folder, String part, GlobFilter filter) throws IOException {
            FileStatus status = statusOrNull(folder);
            if (status == null || !status.isDirectory()) {
                return List.of();
            }
            List<Path> children = new ArrayList<>();
            for (FileStatus child : sorted(folder)) {
                if (!filter.accept(child.getPath())) {
                    continue;
                }
                if (isHidden(child.getPath().getName()) && !isHidden(part)) {
                    hidden++;
                } else {
                    children.add(child.getPath());
                }
            }
            return children;
        }

        private @Nullable FileStatus statusOrNull(Path at) throws IOException {
            try {
                return fileSystem.getFileStatus(at);
            } catch (FileNotFoundException e) {
                return null;
            }
        }

        private List<FileStatus> sorted(Path folder) throws IOException {
            return Arrays.stream(fileSystem.listStatus(folder))
                    .sorted(Comparator.comparing(status -> status.getPath().getName()))
                    .toList();
        }

        private void folder(Path folder) throws IOException {
            links.enter(folder);
            for (FileStatus child : sorted(folder)) {
                if (isHidden(child.getPath().getName())) {
                    hidden++;
                } else if (child.isDirectory()) {
                    folderOfDays(child.getPath());
                } else {
                    takeIfKnown(child);
                }
            }
        }

        private void folderOfDays(Path folder) throws IOException {
            if (days == null || days.admits(partitions(nameOf(folder) + "/"))) {
                folder(folder);
            }
        }

        /** In a folder lie files that are no data: read-me files, logs, an exporter's notes. */
        private void takeIfKnown(FileStatus status) {
            String name = status.getPath().getName();
            Optional<FileKind> kind = FileKind.byName(name);
            boolean known = wanted == null ? kind.isPresent() : kind.isPresent() && kind.get() == wanted;
            if (known || FileKind.extension(name).isEmpty()) {
                take(status, false);
            } else {
                strays.add(nameOf(status.getPath()));
            }
        }

        private void take(FileStatus status, boolean named) {
            String name = nameOf(status.getPath());
            ListedFile file =
                    new ListedFile(status.getPath().toString(), name, status.getLen(), partitions(name), named);
            if (days == null || days.takes(file)) {
                files.add(file);
            }
        }

        private String nameOf(Path file) {
            String full = file.toString();
            return full.startsWith(shortened) ? full.substring(shortened.length()) : full;
        }

        private static Map<String, @Nullable String> partitions(String name) {
            Map<String, @Nullable String> partitions = new LinkedHashMap<>();
            String[] parts = name.split("/", -1);
            for (int i = 0; i < parts.length - 1; i++) {
                PartitionFolder.of(parts[i]).ifPresent(folder -> partitions.put(folder.name(), folder.value()));
            }
            return partitions;
        }
    }
}
