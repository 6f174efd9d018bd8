package io.ctxeval.table;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the rows of one file go. Not thread-safe. A file is complete only after {@link #close()} returned normally. */
public interface RowSink extends Closeable {
    /**
     * Appends a row. The array may be used again afterwards. Half of a surrogate pair in a text is written as {@code ?}, as
     * Java's and Spark's own encoders do.
     *
     * @param row one value per column of the schema, as {@link ColumnType} says
     * @throws IllegalArgumentException if a double isn't finite or a whole number has more than 38 digits: an absent figure is
     *     null, never NaN
     */
    void write(@Nullable Object[] row) throws IOException;
}
