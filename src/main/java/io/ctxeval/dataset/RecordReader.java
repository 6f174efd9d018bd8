package io.ctxeval.dataset;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The records of one file, or of a part of it, in their order. */
interface RecordReader extends Closeable {
    /**
     * The next record; null at the end.
     *
     * @throws IOException if the file can't be read on from here: it is damaged
     */
    @Nullable Found next() throws IOException;

    /** The position of the record that comes next, as {@link Origin#position} counts; of a damaged file, where it breaks off. */
    long position();
}
