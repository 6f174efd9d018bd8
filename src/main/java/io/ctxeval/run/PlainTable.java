package io.ctxeval.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.table.Storage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A small table of anybody's, held in memory: CSV, JSON Lines or Parquet by the file's name. */
record PlainTable(List<Line> lines) {
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // Python writes NaN for a missing score
            .build()
            .readerFor(JsonNode.class);

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /**
     * A row as it stands in the file.
     *
     * @param place file and record, line or row
     * @param cells texts by column; a list or an object is JSON
     */
    record Line(String place, Map<String, @Nullable String> cells) {}

    PlainTable {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a table.
     *
     * @param otherwise what is said of a file with another name
     * @throws InputRefused if it isn't one
     */
    static PlainTable open(Storage storage, SparkSession spark, String file, String otherwise) {
        String name = file.toLowerCase(Locale.ROOT);
        try {
            if (!storage.exists(new Path(file))) {
                throw new InputRefused(file + ": nothing is there", null);
            }
            if (name.endsWith(".csv")) {
                return new PlainTable(csv(storage, file));
            }
            if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
                return new PlainTable(jsonLines(storage, file));
            }
            if (name.endsWith(".parquet")) {
                return new PlainTable(parquet(spark, file));
            }
        } catch (IOException | UncheckedIOException e) {
            boolean otherCoding =
                    e instanceof CharacterCodingException || e.getCause() instanceof CharacterCodingException;
            throw new InputRefused(
                    file
                            + (otherCoding
                                    ? ": is not UTF-8; ids that can't be told apart would be paired: save it as UTF-8"
                                    : ": can't be read: " + e.getMessage()),
                    e);
        }
        throw new InputRefused(file + ": " + otherwise, null);
    }

    /** The text of a file, without the byte order mark that spreadsheets write. */
    private static BufferedReader text(Storage storage, String file) throws IOException {
        BufferedReader text = new BufferedReader(new InputStreamReader(
                storage.open(new Path(file)),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        return text;
    }

    private static List<Line> csv(Storage storage, String file) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .setAllowMissingColumnNames(true)
                .setDuplicateHeaderMode(DuplicateHeaderMode.DISALLOW)
                .get();
        List<Line> lines = new ArrayList<>();
        try (Reader text = text(storage, file);
                CSVParser parser = format.parse(text)) {
            for (CSVRecord record : parser) {
                String place = file + ": record " + record.getRecordNumber();
                if (!record.isConsistent()) {
                    throw new InputRefused(
                            place + ": has " + record.size() + " cells, the header "
                                    + parser.getHeaderNames().size(),
                            null);
                }
                Map<String, @Nullable String> cells = new LinkedHashMap<>();
                parser.getHeaderNames().forEach(column -> cells.put(column.strip(), record.get(column)));
                lines.add(new Line(place, cells));
            }
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw e;
            }
            throw new InputRefused(file + ": is no CSV table: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new InputRefused(file + ": is no CSV table: " + e.getMessage(), e);
        }
        return lines;
    }

    private static List<Line> jsonLines(Storage storage, String file) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader text = text(storage, file)) {
            int number = 0;
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                number++;
                if (!line.isBlank()) {
                    lines.add(jsonLine(file + ": line " + number, line));
                }
            }
        }
        return lines;
    }

    private static Line jsonLine(String place, String text) {
        JsonNode row;
        try {
            row = JSON.readValue(text);
        } catch (JsonProcessingException e) {
            throw new InputRefused(place + ": is no JSON: " + e.getOriginalMessage(), e);
        }
        if (!row.isObject()) {
            throw new InputRefused(place + ": is no JSON object", null);
        }
        Map<String, @Nullable String> cells = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : row.properties()) {
            JsonNode value = field.getValue();
            cells.put(field.getKey(), value.isNull() ? null : value.isValueNode() ? value.asText() : value.toString());
        }
        return new Line(place, cells);
    }

    private static List<Line> parquet(SparkSession spark, String file) {
        try {
            return parquetRows(spark, file);
        } catch (InputRefused refused) {
            throw refused;
        } catch (Exception e) { // SparkException is checked, and thrown through Scala undeclared
            throw new InputRefused(file + ": is no Parquet table that can be read: " + RootCause.words(e), e);
        }
    }

    private static List<Line> parquetRows(SparkSession spark, String file) {
        Dataset<Row> rows = spark.read().option("__globPaths__", "false").parquet(file);
        if (rows.columns().length == 0) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        Iterator<Row> iterator = rows.selectExpr("to_json(struct(*), map('ignoreNullFields', 'false'))")
                .toLocalIterator();
        while (iterator.hasNext()) {
            lines.add(jsonLine(file + ": row " + lines.size(), iterator.next().getString(0)));
        }
        return lines;
    }
}
