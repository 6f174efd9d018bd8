package io.ctxeval.plan;

import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One input of a run.
 *
 * @param path file, folder or glob on any file system that Hadoop opens; for a Spark source that has none, empty
 * @param format {@code jsonl}, {@code json}, {@code csv}, {@code tsv}, {@code parquet}, or the name of any other Spark source;
 *     null: told from each file's name and first bytes
 * @param options of the format: delimiter, quote, escape, encoding; of a Spark source: its own
 * @param damaged what to do with a file that can't be read to its end
 * @param days which folders by day are read; null: all there is
 * @param series the path as written, of an input that is one day of a range; days of a range may be missing, but not all
 */
public record InputSpec(
        String path,
        @Nullable String format,
        Map<String, String> options,
        Damaged damaged,
        MappingSpec mapping,
        @Nullable DaySelection days,
        @Nullable String series)
        implements Serializable {
    public InputSpec {
        options = Map.copyOf(options);
    }

    /** An input of no certain day. */
    public InputSpec(
            String path, @Nullable String format, Map<String, String> options, Damaged damaged, MappingSpec mapping) {
        this(path, format, options, damaged, mapping, null, null);
    }

    public static InputSpec of(String path) {
        return new InputSpec(path, null, Map.of(), Damaged.FAIL, MappingSpec.EMPTY);
    }

    /** The same input, of certain days. */
    InputSpec of(DaySelection selection) {
        return new InputSpec(path, format, options, damaged, mapping, selection, series);
    }

    /** The same input as one of its own: it must be there. */
    public InputSpec required() {
        return series == null ? this : new InputSpec(path, format, options, damaged, mapping, days, null);
    }

    public enum Damaged {
        FAIL,
        SKIP
    }
}
