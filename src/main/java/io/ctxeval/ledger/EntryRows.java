package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** The rows of a compacted file, of some columns only. */
final class EntryRows implements Closeable {
    private final ParquetReader<EntryRow> reader;

    /**
     * Opens a file.
     *
     * @param columns by name; others are not read
     * @param filter null: every row
     */
    EntryRows(Storage storage, LedgerFile file, Predicate<String> columns, @Nullable FilterPredicate filter)
            throws IOException {
        ParquetReader.Builder<EntryRow> builder = new Builder(
                        new Stored(storage, file.path(), file.bytes()), new Columns(columns))
                .withConf(storage.configuration());
        reader = (filter == null ? builder : builder.withFilter(FilterCompat.get(filter))).build();
    }

    /**
     * Reads a row.
     *
     * @return null at the end
     * @throws IOException also for a file that isn't whole
     */
    @Nullable EntryRow next() throws IOException {
        try {
            return reader.read();
        } catch (RuntimeException damaged) { // Parquet's own word for most damages
            throw new IOException("can't be read: " + damaged.getMessage(), damaged);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private record Stored(Storage storage, Path path, long bytes) implements InputFile {
        @Override
        public long getLength() {
            return bytes;
        }

        @Override
        public SeekableInputStream newStream() throws IOException {
            return HadoopStreams.wrap(storage.open(path));
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    private static final class Builder extends ParquetReader.Builder<EntryRow> {
        private final Columns columns;

        Builder(InputFile file, Columns columns) {
            super(file);
            this.columns = columns;
        }

        @Override
        protected ReadSupport<EntryRow> getReadSupport() {
            return columns;
        }
    }

    /** Asks for the wanted columns of those that the file has. */
    private static final class Columns extends ReadSupport<EntryRow> {
        private final Predicate<String> wanted;

        Columns(Predicate<String> wanted) {
            this.wanted = wanted;
        }

        @Override
        public ReadContext init(InitContext context) {
            MessageType schema = context.getFileSchema();
            List<Type> fields = new ArrayList<>();
            for (int i = 0; i < EntryRow.SCHEMA.columns().size(); i++) {
                String name = EntryRow.SCHEMA.columns().get(i).name();
                if (wanted.test(name) && schema.containsField(name)) {
                    fields.add(schema.getType(name));
                }
            }
            return new ReadContext(new MessageType(schema.getName(), fields));
        }

        @Override
        @SuppressWarnings("deprecation") // abstract in ReadSupport: there is no other method to implement
        public RecordMaterializer<EntryRow> prepareForRead(
                Configuration configuration, Map<String, String> metadata, MessageType schema, ReadContext context) {
            return new Rows(context.getRequestedSchema());
        }
    }

    private static final class Rows extends RecordMaterializer<EntryRow> {
        private final Row root;

        Rows(MessageType requested) {
            root = new Row(requested);
        }

        @Override
        public EntryRow getCurrentRecord() {
            return new EntryRow(root.values);
        }

        @Override
        public GroupConverter getRootConverter() {
            return root;
        }
    }

    private static final class Row extends GroupConverter {
        private final List<Converter> cells = new ArrayList<>();
        private @Nullable Object[] values = {};

        Row(MessageType requested) {
            for (Type field : requested.getFields()) {
                cells.add(new Cell(this, EntryRow.SCHEMA.indexOf(field.getName())));
            }
        }

        @Override
        public Converter getConverter(int field) {
            return cells.get(field);
        }

        @Override
        public void start() {
            values = new @Nullable Object[EntryRow.SCHEMA.columns().size()];
        }

        @Override
        public void end() {}
    }

    private static final class Cell extends PrimitiveConverter {
        private final Row row;
        private final int column;

        Cell(Row row, int column) {
            this.row = row;
            this.column = column;
        }

        @Override
        public void addBinary(Binary value) {
            row.values[column] = value.toStringUsingUTF8();
        }

        @Override
        public void addLong(long value) {
            row.values[column] = value;
        }

        @Override
        public void addInt(int value) {
            row.values[column] = value;
        }

        @Override
        public void addBoolean(boolean value) {
            row.values[column] = value;
        }
    }
}
