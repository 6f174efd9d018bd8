package io.ctxeval.table;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows to one Parquet file: Snappy, format version 1, three-level lists, every column optional. Equal rows give equal
 * bytes with the same Parquet version: the footer holds that version and no time.
 */
final class ParquetSink implements RowSink {
    /** Small, so that half a dozen open files and the scoring fit into a heap of 2 GB. */
    private static final long ROW_GROUP_BYTES = 16L << 20;

    private static final int PAGE_BYTES = 256 << 10;

    private final ParquetWriter<@Nullable Object[]> writer;

    ParquetSink(Storage storage, Path file, TableSchema schema) throws IOException {
        writer = new Builder(new NewFile(storage, file), schema)
                .withConf(storage.configuration())
                .withWriteMode(ParquetFileWriter.Mode.CREATE)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withWriterVersion(WriterVersion.PARQUET_1_0)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .withPageSize(PAGE_BYTES)
                .withDictionaryPageSize(PAGE_BYTES)
                .build();
    }

    @Override
    public void write(@Nullable Object[] row) throws IOException {
        writer.write(row);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private static final class Builder extends ParquetWriter.Builder<@Nullable Object[], Builder> {
        private final TableSchema schema;

        Builder(OutputFile file, TableSchema schema) {
            super(file);
            this.schema = schema;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // abstract in the builder: there is no other method to implement
        protected WriteSupport<@Nullable Object[]> getWriteSupport(Configuration configuration) {
            return new Rows(schema);
        }
    }

    /** Hands rows to Parquet's record consumer. */
    private static final class Rows extends WriteSupport<@Nullable Object[]> {
        private final MessageType type;
        private final ParquetFields fields;
        private @Nullable RecordConsumer consumer;

        Rows(TableSchema schema) {
            type = ParquetTypes.messageOf(schema);
            fields = new ParquetFields(schema.columns());
        }

        @Override
        @SuppressWarnings("deprecation") // abstract in WriteSupport: there is no other method to implement
        public WriteContext init(Configuration configuration) {
            return new WriteContext(type, Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer recordConsumer) {
            consumer = recordConsumer;
        }

        @Override
        public void write(@Nullable Object[] row) {
            RecordConsumer to = consumer;
            if (to == null) {
                throw new IllegalStateException("not opened for writing");
            }
            to.startMessage();
            fields.write(to, row);
            to.endMessage();
        }
    }

    /** A file that must not exist yet, on a file system opened by {@link Storage}. */
    private record NewFile(Storage storage, Path file) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) throws IOException {
            return HadoopStreams.wrap(storage.create(file));
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }

        @Override
        public String getPath() {
            return file.toString();
        }
    }
}
