package io.ctxeval.dataset;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of an input, not yet looked into.
 *
 * @param path with scheme, for opening
 * @param name as reports show it: relative where the plan's path is, so that it is the same in any working directory
 * @param length in bytes
 * @param partitions columns of the folders {@code name=value} above it, as text, outermost first; null: Hive's default partition
 * @param named whether the plan names the file itself; otherwise it was met in a folder, where other things may lie
 */
record ListedFile(String path, String name, long length, Map<String, @Nullable String> partitions, boolean named)
        implements Serializable {
    ListedFile {
        partitions = Collections.unmodifiableMap(new LinkedHashMap<>(partitions));
    }

    /** The last part of the path. */
    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
