package io.ctxeval.table;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object a line, UTF-8, every column present, line feed at each end. */
final class JsonLinesSink implements RowSink {
    private final TableSchema schema;
    private final JsonGenerator json;

    JsonLinesSink(OutputStream out, TableSchema schema) throws IOException {
        this.schema = schema;
        json = JsonValues.generator(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
        json.setRootValueSeparator(null);
    }

    @Override
    public void write(@Nullable Object[] row) throws IOException {
        JsonValues.writeObject(json, schema.columns(), row);
        json.writeRaw('\n');
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
