package io.ctxeval.table;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A small CSV table read back: the counterpart of {@link TableFormat#CSV}, for tables of scalars. */
public record CsvRows(String source, List<Row> rows) {
    /** An empty cell is null, a quoted empty one a text. */
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setNullString("")
            .setQuoteMode(QuoteMode.ALL_NON_NULL)
            .get();

    public CsvRows {
        rows = List.copyOf(rows);
    }

    /**
     * Reads a whole file.
     *
     * @throws IOException if it can't be read or a record has another number of cells than the header
     */
    public static CsvRows read(Storage storage, Path file) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (Reader text = new InputStreamReader(storage.open(file), StandardCharsets.UTF_8);
                CSVParser parser = FORMAT.parse(text)) {
            for (CSVRecord record : parser) {
                if (!record.isConsistent()) {
                    throw new IOException(file + ": record " + record.getRecordNumber() + " has " + record.size()
                            + " cells, the header " + parser.getHeaderNames().size());
                }
                Map<String, @Nullable String> cells = new LinkedHashMap<>();
                for (String name : parser.getHeaderNames()) {
                    @Nullable String cell = record.get(name);
                    cells.put(FormulaGuard.unguarded(name), cell == null ? null : FormulaGuard.unguarded(cell));
                }
                rows.add(new Row(file + ", record " + record.getRecordNumber(), cells));
            }
        } catch (UncheckedIOException e) { // the parser's iterator: a quote that never ends, say
            throw new IOException(file + ": is no CSV table: " + e.getMessage(), e);
        }
        return new CsvRows(file.toString(), rows);
    }

    /**
     * One record.
     *
     * @param place names it in messages
     * @param cells by column name
     */
    public record Row(String place, Map<String, @Nullable String> cells) {
        /** A cell's text; null if it is empty or there is no such column. */
        public @Nullable String text(String column) {
            return cells.get(column);
        }

        /**
         * A cell that must be there.
         *
         * @throws IllegalArgumentException if it isn't
         */
        public String required(String column) {
            String text = cells.get(column);
            if (text == null) {
                throw new IllegalArgumentException(place + ": no " + column);
            }
            return text;
        }

        public @Nullable Double real(String column) {
            return cells.get(column) == null ? null : (Double) requiredReal(column);
        }

        /**
         * A cell that must be a number.
         *
         * @throws IllegalArgumentException if it isn't
         */
        public double requiredReal(String column) {
            try {
                return Double.parseDouble(required(column));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(place + ": " + column + " is no number: " + text(column), e);
            }
        }

        /**
         * A cell that must be a whole number.
         *
         * @throws IllegalArgumentException if it isn't
         */
        public long requiredWhole(String column) {
            try {
                return Long.parseLong(required(column));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(place + ": " + column + " is no whole number: " + text(column), e);
            }
        }
    }
}
