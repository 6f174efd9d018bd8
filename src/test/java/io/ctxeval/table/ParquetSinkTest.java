package io.ctxeval.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetSinkTest {
    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    @Test
    void keepsTheTypeOfEveryColumnIncludingThoseWithoutAnyValue() throws IOException {
        Path file = written("types", Samples.rows());
        try (ParquetFileReader reader = reader(file)) {
            MessageType expected = MessageTypeParser.parseMessageType("""
                    message row {
                      optional binary text (STRING);
                      optional double real;
                      optional int64 whole;
                      optional int32 small;
                      optional boolean flag;
                      optional fixed_len_byte_array(16) big (DECIMAL(38,0));
                      optional group texts (LIST) { repeated group list { optional binary element (STRING); } }
                      optional group nested (LIST) { repeated group list { optional group element (LIST) {
                        repeated group list { optional int32 element; } } } }
                      optional group struct { optional double share; optional binary note (STRING); }
                      optional group items (LIST) { repeated group list { optional group element {
                        optional int32 id;
                        optional group ids (LIST) { repeated group list { optional int32 element; } } } } }
                      optional double never;
                      optional fixed_len_byte_array(16) never_big (DECIMAL(38,0));
                      optional group never_list (LIST) { repeated group list { optional binary element (STRING); } }
                    }
                    """);
            assertThat(reader.getFileMetaData().getSchema()).isEqualTo(expected);
            assertThat(reader.getRowGroups().get(0).getColumns())
                    .allMatch(column -> column.getCodec() == CompressionCodecName.SNAPPY);
        }
    }

    @Test
    void readsBackScalarsWithTheirExtremes() throws IOException {
        List<Group> rows = read(written("scalars", Samples.rows()));
        Group plain = rows.get(0);
        assertThat(plain.getString("text", 0)).isEqualTo("plain");
        assertThat(plain.getDouble("real", 0)).isEqualTo(0.1);
        assertThat(plain.getBoolean("flag", 0)).isTrue();
        assertThat(bigOf(plain)).isEqualTo(BigInteger.ONE);
        Group most = rows.get(2);
        assertThat(most.getString("text", 0)).isEmpty();
        assertThat(most.getDouble("real", 0)).isEqualTo(Double.MAX_VALUE);
        assertThat(most.getLong("whole", 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(most.getInteger("small", 0)).isEqualTo(Integer.MAX_VALUE);
        assertThat(bigOf(most)).isEqualTo(new BigInteger("99999999999999999999999999999999999999"));
        Group least = rows.get(3);
        assertThat(least.getString("text", 0)).isEqualTo("a,\"b\"\nc€😀");
        assertThat(least.getDouble("real", 0)).isEqualTo(Double.MIN_VALUE);
        assertThat(least.getLong("whole", 0)).isEqualTo(Long.MIN_VALUE);
        assertThat(bigOf(least)).isEqualTo(new BigInteger("-99999999999999999999999999999999999999"));
    }

    @Test
    void tellsNullsFromEmptyListsAndEmptyTexts() throws IOException {
        List<Group> rows = read(written("absent", Samples.rows()));
        Group nothing = rows.get(1);
        for (Column column : Samples.SCHEMA.columns()) {
            assertThat(nothing.getFieldRepetitionCount(column.name()))
                    .as(column.name())
                    .isZero();
        }
        Group empty = rows.get(2);
        assertThat(empty.getFieldRepetitionCount("texts")).isOne();
        assertThat(empty.getGroup("texts", 0).getFieldRepetitionCount("list")).isZero();
        assertThat(empty.getFieldRepetitionCount("struct")).isOne();
        assertThat(empty.getGroup("struct", 0).getFieldRepetitionCount("share")).isZero();
        Group texts = rows.get(3).getGroup("texts", 0);
        assertThat(texts.getFieldRepetitionCount("list")).isEqualTo(2);
        assertThat(texts.getGroup("list", 0).getString("element", 0)).isEmpty();
        assertThat(texts.getGroup("list", 1).getFieldRepetitionCount("element")).isZero();
    }

    @Test
    void readsBackListsInListsAndListsOfStructs() throws IOException {
        Group plain = read(written("nested", Samples.rows())).get(0);
        Group nested = plain.getGroup("nested", 0);
        Group first = nested.getGroup("list", 0).getGroup("element", 0);
        assertThat(first.getGroup("list", 1).getInteger("element", 0)).isEqualTo(2);
        assertThat(nested.getGroup("list", 1).getGroup("element", 0).getFieldRepetitionCount("list"))
                .isZero();
        Group item = plain.getGroup("items", 0).getGroup("list", 0).getGroup("element", 0);
        assertThat(item.getInteger("id", 0)).isEqualTo(7);
        assertThat(item.getGroup("ids", 0).getGroup("list", 0).getInteger("element", 0))
                .isOne();
    }

    @Test
    void writesHalfASurrogatePairAsAQuestionMark() throws IOException {
        Group row = read(written("surrogates", Samples.rows())).get(4);
        assertThat(row.getString("text", 0)).isEqualTo("half ? end");
        assertThat(row.getGroup("texts", 0).getGroup("list", 0).getString("element", 0))
                .isEqualTo("?");
    }

    @Test
    void givesEqualBytesForEqualRowsAndNoChecksumFile() throws IOException {
        Path one = written("one", Samples.rows());
        Path two = written("two", Samples.rows());
        assertThat(storage.read(one)).isEqualTo(storage.read(two));
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("one.parquet", "two.parquet");
        }
    }

    @Test
    void neverOverwritesAFile() throws IOException {
        Path file = written("once", Samples.rows());
        assertThatThrownBy(() -> TableFormat.PARQUET.create(storage, file, Samples.SCHEMA))
                .isInstanceOf(IOException.class);
    }

    @Test
    void writesAFileWithoutRows() throws IOException {
        assertThat(read(written("empty", List.of()))).isEmpty();
    }

    @Test
    void refusesNumbersThatNoTableHolds() throws IOException {
        TableSchema schema = new TableSchema("numbers", List.of(Column.real("real"), Column.big("big")));
        for (Object[] row : List.of(
                new @Nullable Object[] {Double.NaN, null},
                new @Nullable Object[] {Double.POSITIVE_INFINITY, null},
                new @Nullable Object[] {null, Samples.MOST.add(BigInteger.ONE)})) {
            RowSink sink = TableFormat.PARQUET.create(
                    storage,
                    new Path(folder.resolve("refused" + row[0] + row[1]).toUri()),
                    schema);
            assertThatThrownBy(() -> sink.write(row)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private Path written(String name, List<@Nullable Object[]> rows) throws IOException {
        Path file = new Path(folder.resolve(name + ".parquet").toUri());
        try (RowSink sink = TableFormat.PARQUET.create(storage, file, Samples.SCHEMA)) {
            for (@Nullable Object[] row : rows) {
                sink.write(row);
            }
        }
        return file;
    }

    private static BigInteger bigOf(Group row) {
        return new BigInteger(row.getBinary("big", 0).getBytes());
    }

    private static ParquetFileReader reader(Path file) throws IOException {
        return ParquetFileReader.open(HadoopInputFile.fromPath(file, new Configuration(false)));
    }

    private static List<Group> read(Path file) throws IOException {
        List<Group> rows = new ArrayList<>();
        try (ParquetFileReader reader = reader(file)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records = new ColumnIOFactory()
                        .getColumnIO(schema)
                        .getRecordReader(pages, new GroupRecordConverter(schema));
                for (long i = 0; i < pages.getRowCount(); i++) {
                    rows.add(records.read());
                }
            }
        }
        return rows;
    }
}
