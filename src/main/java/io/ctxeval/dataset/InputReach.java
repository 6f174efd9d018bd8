package io.ctxeval.dataset;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an input takes in by its path alone, whether it is there yet or not: a place is covered if a listing would come upon it,
 * or upon a folder around it, hidden names left out.
 */
public final class InputReach {
    private final Configuration configuration;
    private final @Nullable Path path;

    private InputReach(Configuration configuration, @Nullable Path path) {
        this.configuration = configuration;
        this.path = path;
    }

    /**
     * The reach of an input.
     *
     * @param written file, folder or glob as the plan has it; what can't be opened reaches nothing
     */
    public static InputReach of(String written, Configuration configuration) {
        return new InputReach(configuration, qualified(written, configuration));
    }

    private static @Nullable Path qualified(String written, Configuration configuration) {
        try {
            Path path = RawFiles.pathOf(written);
            FileSystem fileSystem = RawFiles.fileSystem(path, configuration);
            return fileSystem.makeQualified(path);
        } catch (IOException | IllegalArgumentException unusable) {
            return null;
        }
    }

    /** Whether a listing of the input would come upon a place, if it were there. */
    public boolean covers(String place) {
        Path other = qualified(place, configuration);
        if (path == null || other == null || !root(path).equals(root(other))) {
            return false;
        }
        List<String> parts = parts(path);
        List<String> names = parts(other);
        if (parts.size() > names.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!matches(parts.get(i), names.get(i))) {
                return false;
            }
        }
        return names.subList(parts.size(), names.size()).stream().noneMatch(FileListing::isHidden);
    }

    private static String root(Path path) {
        return path.toUri().getScheme() + "://" + path.toUri().getAuthority();
    }

    private static List<String> parts(Path path) {
        return Arrays.stream(path.toUri().getPath().split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static boolean matches(String part, String name) {
        if (part.equals(name)) {
            return true;
        }
        try {
            GlobFilter filter = new GlobFilter(part);
            return filter.hasPattern()
                    && filter.accept(new Path(null, null, "/" + name))
                    && (!FileListing.isHidden(name) || FileListing.isHidden(part));
        } catch (IOException malformed) {
            return false;
        }
    }
}
