package io.ctxeval.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSinksTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    @Test
    void jsonLinesKeepsNullsAndTellsThemFromEmptyValues() throws IOException {
        List<JsonNode> rows = jsonRows();
        assertThat(rows).hasSize(Samples.rows().size());
        assertThat(rows).allMatch(row -> row.size() == Samples.SCHEMA.columns().size());
        rows.get(1).forEach(value -> assertThat(value.isNull()).isTrue());
        assertThat(rows.get(2).get("text").asText("absent")).isEmpty();
        assertThat(rows.get(2).get("texts").isArray()).isTrue();
        assertThat(rows.get(2).get("struct").get("share").isNull()).isTrue();
        assertThat(rows.get(3).get("texts").get(1).isNull()).isTrue();
    }

    @Test
    void jsonLinesWritesNumbersOfAnySizeInFull() throws IOException {
        String text = written(TableFormat.JSONL);
        assertThat(text)
                .contains("\"big\":99999999999999999999999999999999999999,")
                .contains("\"big\":-99999999999999999999999999999999999999,")
                .contains("\"whole\":-9223372036854775808,")
                .contains("\"real\":1.7976931348623157E308,");
        List<JsonNode> rows = jsonRows();
        assertThat(rows.get(3).get("real").asDouble()).isEqualTo(Double.MIN_VALUE);
        assertThat(rows.get(3).get("struct").get("share").asDouble()).isEqualTo(-0.0);
        assertThat(rows.get(0).get("items").get(0).get("ids").get(0).asInt()).isOne();
    }

    @Test
    void writesDoublesInTheirShortestForm() {
        assertThat(Numbers.shortest(0x1p-44)).isEqualTo("5.684341886080802E-14");
        assertThat(Numbers.shortest(2.0e-3)).isEqualTo("0.002");
        assertThat(Numbers.shortest(66.666667)).isEqualTo("66.666667");
    }

    @Test
    void textSinksWriteHalfASurrogatePairAsAQuestionMark() throws IOException {
        assertThat(jsonRows().get(4).get("text").asText()).isEqualTo("half ? end");
        assertThat(csvRows().get(4).get("text")).isEqualTo("half ? end");
    }

    @Test
    void csvTellsAnEmptyTextFromNull() throws IOException {
        List<CSVRecord> rows = csvRows();
        assertThat(rows).hasSize(Samples.rows().size());
        assertThat(rows.get(1).toList()).containsOnlyNulls();
        assertThat(rows.get(2).get("text")).isEmpty();
        assertThat(rows.get(2).get("flag")).isEqualTo("false");
    }

    @Test
    void csvWritesStructsAndListsAsJson() throws IOException {
        List<CSVRecord> rows = csvRows();
        assertThat(JSON.readTree(rows.get(0).get("items")))
                .isEqualTo(JSON.readTree("[{\"id\":7,\"ids\":[1]},{\"id\":8,\"ids\":[]}]"));
        assertThat(rows.get(2).get("texts")).isEqualTo("[]");
        assertThat(JSON.readTree(rows.get(0).get("struct")))
                .isEqualTo(JSON.readTree("{\"share\":0.5,\"note\":\"half\"}"));
    }

    @Test
    void csvQuotesOnlyWhereNeeded() throws IOException {
        String text = written(TableFormat.CSV);
        assertThat(text).startsWith("text,real,whole,small,flag,big,texts,");
        assertThat(text).contains("\nplain,0.1,1,1,true,1,");
        assertThat(text).doesNotContain("\r");
        assertThat(csvRows().get(3).get("text")).isEqualTo("a,\"b\"\nc€😀");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1-2",
                "-2+3",
                "-",
                "@SUM(A1)",
                "-2+3",
                "+SUM(1)",
                "-",
                "\t=1",
                "\r=1",
                "\n=1",
                "'",
                "'=1",
                "''",
                "\uFF1D1",
                "",
                " =1",
                "1-1",
                "a'b",
                "=HYPERLINK(\"http://x\",\"y\")"
            })
    void noCsvTextIsAFormulaAndAllAreReadBackAsTheyWere(String text) throws IOException {
        Path file = new Path(folder.resolve("guarded.csv").toUri());
        TableSchema schema = new TableSchema("guarded", List.of(Column.text("=text"), Column.real("real")));
        try (RowSink sink = TableFormat.CSV.create(storage, file, schema)) {
            sink.write(new Object[] {text, -1.5});
        }

        CSVRecord cells =
                CSVFormat.DEFAULT.parse(new StringReader(Files.readString(folder.resolve("guarded.csv")))).stream()
                        .skip(1)
                        .findFirst()
                        .orElseThrow();
        assertThat(cells.get(0)).doesNotMatch("(?s)[=+\\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20].*");
        assertThat(cells.get(1)).isEqualTo("-1.5");
        CsvRows.Row row = CsvRows.read(storage, file).rows().get(0);
        assertThat(row.text("=text")).isEqualTo(text);
        assertThat(row.real("real")).isEqualTo(-1.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-3.5", "+12", "-1.5E-7", "-.5", "a=b", " =1", "{\"a\":-1}"})
    void csvLeavesOtherTextsAsTheyAre(String text) throws IOException {
        Path file = new Path(folder.resolve("cell.csv").toUri());
        try (RowSink sink =
                TableFormat.CSV.create(storage, file, new TableSchema("cell", List.of(Column.text("text"))))) {
            sink.write(new Object[] {text});
        }
        String written = new String(storage.read(file), StandardCharsets.UTF_8);
        assertThat(CSVFormat.DEFAULT
                        .parse(new StringReader(written))
                        .getRecords()
                        .get(1)
                        .get(0))
                .isEqualTo(text);
        assertThat(CsvRows.read(storage, file).rows().get(0).text("text")).isEqualTo(text);
    }

    @Test
    void refusesNotANumber() throws IOException {
        TableSchema schema = new TableSchema("numbers", List.of(Column.real("real")));
        for (TableFormat format : List.of(TableFormat.JSONL, TableFormat.CSV)) {
            try (RowSink sink = format.create(
                    storage, new Path(folder.resolve("nan" + format).toUri()), schema)) {
                assertThatThrownBy(() -> sink.write(new Object[] {Double.NaN}))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    private List<JsonNode> jsonRows() throws IOException {
        return written(TableFormat.JSONL).lines().map(TextSinksTest::parsed).toList();
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private List<CSVRecord> csvRows() throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .setNullString("")
                .setQuoteMode(QuoteMode.ALL_NON_NULL)
                .get();
        return format.parse(new StringReader(written(TableFormat.CSV))).getRecords();
    }

    private String written(TableFormat format) throws IOException {
        java.nio.file.Path place = folder.resolve("rows." + format.extension());
        if (!java.nio.file.Files.exists(place)) {
            try (RowSink sink = format.create(storage, new Path(place.toUri()), Samples.SCHEMA)) {
                for (@Nullable Object[] row : Samples.rows()) {
                    sink.write(row);
                }
            }
        }
        return java.nio.file.Files.readString(place);
    }
}
