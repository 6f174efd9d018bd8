package io.ctxeval.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records of a JSON document: values one after another, or the elements of a list; one at a time in memory. */
final class JsonDocumentRecords implements RecordReader {
    private final InputStream source;
    private final JsonValues values;
    private final JsonObjects objects;

    /**
     * Reads a whole file.
     *
     * @param source stands behind a byte order mark of this many bytes
     */
    JsonDocumentRecords(InputStream source, int markLength, RecordPlace place, Set<String> validatedLater) {
        this.source = source;
        values = new JsonValues(new ByteBlocks(source, markLength));
        objects = new JsonObjects(place, validatedLater);
    }

    @Override
    public @Nullable Found next() throws IOException {
        while (true) {
            Found found = objects.next();
            if (found != null) {
                return found;
            }
            if (!values.next()) {
                return null;
            }
            objects.start(values.bytes(), values.from(), values.to(), values.offset(), null);
        }
    }

    @Override
    public long position() {
        return values.nextOffset();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
