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
 */
public record InputSpec(
        String path, @Nullable String format, Map<String, String> options, Damaged damaged, MappingSpec mapping)
        implements Serializable {
    public InputSpec {
        options = Map.copyOf(options);
    }

    public static InputSpec of(String path) {
        return new InputSpec(path, null, Map.of(), Damaged.FAIL, MappingSpec.EMPTY);
    }

    public enum Damaged {
        FAIL,
        SKIP
    }
}
