package io.ctxeval.dataset;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a file's name says about its content. */
enum FileKind {
    JSON("jsonl", "json", "ndjson", "traj"),
    CSV("csv", "tsv", "tab"),
    PARQUET("parquet", "parq", "pq"),
    TREC("qrels", "run", "trec");

    private static final List<String> COMPRESSIONS =
            List.of("gz", "gzip", "zst", "zstd", "bz2", "xz", "br", "zip", "lz4", "snappy");

    @SuppressWarnings("ImmutableEnumChecker") // List.of can't be changed
    private final List<String> extensions;

    FileKind(String... extensions) {
        this.extensions = List.of(extensions);
    }

    /** The kind that the extension names, below an extension of a compression. */
    static Optional<FileKind> byName(String fileName) {
        String extension = extension(fileName);
        for (FileKind kind : values()) {
            if (kind.extensions.contains(extension)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** The extension of a compression that a name ends in; empty where it ends in none. */
    static Optional<String> compression(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        String last = name.substring(name.lastIndexOf('.') + 1);
        return name.contains(".") && COMPRESSIONS.contains(last) ? Optional.of(last) : Optional.empty();
    }

    /** The last extension in lower case that is no compression's; "" where there is none. */
    static String extension(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        int dot = name.lastIndexOf('.');
        if (dot >= 0 && COMPRESSIONS.contains(name.substring(dot + 1))) {
            name = name.substring(0, dot);
            dot = name.lastIndexOf('.');
        }
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
