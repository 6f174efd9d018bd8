package io.ctxeval.dataset.mapping;

import io.ctxeval.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of a record, whatever its container: JSON bytes, a CSV cell, a column of a Parquet file, a Python literal inside a
 * cell. Navigation costs nothing that isn't looked at. A missing value is a Java null, an explicit one has kind {@link
 * Kind#NULL}.
 */
public interface Node {
    enum Kind {
        NULL,
        TEXT,
        NUMBER,
        BOOLEAN,
        LIST,
        OBJECT
    }

    Kind kind();

    /** TEXT: its characters. NUMBER: as the source spells it. BOOLEAN: {@code true} or {@code false}. */
    String text();

    /** The elements of a LIST, in order. */
    List<Node> elements();

    /** The keys of an OBJECT, in the order of the source, each once. */
    List<String> keys();

    /** The value of an OBJECT's key; of a repeated key the last. */
    @Nullable Node get(String key);

    /** The value as JSON text; of a value that came as JSON, the source's own bytes. */
    String json();

    /** {@link #json} as bytes, without a copy where the value came as JSON. */
    default RawJson raw() {
        return RawJson.of(json());
    }

    /** Whether this is text out of a container that has nothing but text (a CSV cell): only there may a list hide in it. */
    boolean isCell();
}
