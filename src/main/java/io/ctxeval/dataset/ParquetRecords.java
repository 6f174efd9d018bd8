package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.PlainValue;
import io.ctxeval.dataset.mapping.RecordNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file whose row groups begin in a part of it. Only the columns that are looked at are read, each file by
 * its own schema: files of one input may differ in whatever they like (formats.md 3.4).
 */
final class ParquetRecords implements RecordReader {
    private final ParquetReader<@Nullable Node[]> reader;
    private final Rows rows;
    private final RecordPlace place;
    private final Columns columns;
    private long position;

    /**
     * Reads a part of a file.
     *
     * @param from first byte of the part
     * @param to end of the part, exclusive
     */
    ParquetRecords(ListedFile file, long from, long to, RecordPlace place, Configuration configuration)
            throws IOException {
        this.place = place;
        Columns wanted = place.columns();
        columns = wanted == null
                ? new Columns(ParquetFooter.of(file, configuration).columns())
                : wanted;
        rows = new Rows(columns);
        reader = new Builder(new ParquetInput(file, configuration), rows)
                .withConf(configuration)
                .usePageChecksumVerification()
                .withFileRange(from, to)
                .build();
    }

    @Override
    public @Nullable Found next() throws IOException {
        @Nullable Node[] row;
        try {
            row = reader.read();
        } catch (InputRefused e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IOException(causes(e), e);
        }
        if (row == null) {
            return null;
        }
        position = reader.getCurrentRowIndex();
        RecordNode node = place.record(columns, position, null);
        position++;
        List<Type> fields = rows.fields();
        for (int i = 0; i < row.length; i++) {
            Node value = row[i];
            String name = fields.get(i).getName();
            node.put(columns.slot(name), name, value == null ? PlainValue.NULL : value);
        }
        return new Found.Intact(node);
    }

    /** Parquet says what it was doing; the reason stands further in. */
    private static String causes(Throwable failure) {
        StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            text.append(": ").append(cause.getMessage());
        }
        return text.toString();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private static final class Builder extends ParquetReader.Builder<@Nullable Node[]> {
        private final Rows rows;

        Builder(InputFile file, Rows rows) {
            super(file);
            this.rows = rows;
        }

        @Override
        protected ReadSupport<@Nullable Node[]> getReadSupport() {
            return rows;
        }
    }

    /** Asks for the wanted columns and builds rows of them. */
    private static final class Rows extends ReadSupport<@Nullable Node[]> {
        private final Columns columns;
        private List<Type> fields = List.of();

        Rows(Columns columns) {
            this.columns = columns;
        }

        /** The columns of each row, in order. */
        List<Type> fields() {
            return fields;
        }

        @Override
        public ReadContext init(InitContext context) {
            MessageType schema = context.getFileSchema();
            List<Type> wanted = new ArrayList<>();
            for (Type field : schema.getFields()) {
                if (columns.slot(field.getName()) >= 0) {
                    wanted.add(field);
                }
            }
            return new ReadContext(new MessageType(schema.getName(), wanted));
        }

        @Override
        @SuppressWarnings("deprecation") // abstract in ReadSupport: there is no other method to implement
        public RecordMaterializer<@Nullable Node[]> prepareForRead(
                Configuration configuration, Map<String, String> metadata, MessageType schema, ReadContext context) {
            MessageType requested = context.getRequestedSchema();
            fields = requested.getFields();
            return new ParquetRows(requested);
        }
    }
}
