package io.ctxeval.dataset;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** A Parquet file with a row group for each two rows, so that any number of tasks share it. */
final class ParquetTrapFile implements Trap.TrapFile {
    private static final int TAIL = 8;

    private final String fileName;
    private final MessageType schema;
    private final List<Consumer<Group>> rows = new ArrayList<>();
    private final List<List<String>> values = new ArrayList<>();
    private UnaryOperator<ExampleParquetWriter.Builder> settings = builder -> builder;

    /**
     * A file.
     *
     * @param fields of its schema, in Parquet's notation
     */
    ParquetTrapFile(String fileName, String fields) {
        this.fileName = fileName;
        schema = MessageTypeParser.parseMessageType("message m { " + fields + " }");
    }

    /** A row and its outcomes. */
    ParquetTrapFile row(Consumer<Group> fill, String... outcomes) {
        rows.add(fill);
        values.add(List.of(outcomes));
        return this;
    }

    ParquetTrapFile written(UnaryOperator<ExampleParquetWriter.Builder> with) {
        settings = with;
        return this;
    }

    ParquetTrapFile packed(CompressionCodecName codec) {
        return written(builder -> builder.withCompressionCodec(codec));
    }

    ParquetTrapFile inSecondVersion() {
        return written(builder -> builder.withWriterVersion(WriterVersion.PARQUET_2_0));
    }

    @Override
    public List<List<String>> values() {
        return values;
    }

    @Override
    public void write(Path folder, boolean reversed) throws IOException {
        Path file = folder.resolve(fileName);
        Files.createDirectories(file.getParent());
        List<Consumer<Group>> order = new ArrayList<>(rows);
        if (reversed) {
            Collections.reverse(order);
        }
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withRowGroupRowCountLimit(2)
                .withPageWriteChecksumEnabled(true);
        try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
            for (Consumer<Group> row : order) {
                Group group = new SimpleGroupFactory(schema).newGroup();
                row.accept(group);
                writer.write(group);
            }
        }
    }

    /** Has the footer of a file claim another compression. */
    static void claim(Path file, CompressionCodec codec) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int length = ByteBuffer.wrap(bytes, bytes.length - TAIL, Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        int start = bytes.length - TAIL - length;
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, length));
        footer.getRow_groups()
                .forEach(group -> group.getColumns()
                        .forEach(column -> column.getMeta_data().setCodec(codec)));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, changed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, start);
        out.write(changed.toByteArray());
        out.write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(changed.size())
                .array());
        out.write(Arrays.copyOfRange(bytes, bytes.length - Integer.BYTES, bytes.length));
        Files.write(file, out.toByteArray());
    }
}
