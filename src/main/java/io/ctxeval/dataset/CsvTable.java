package io.ctxeval.dataset;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** The rows of one CSV file, streamed, below the header of that file. Columns without a name are left out. */
final class CsvTable implements Closeable {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private final int width;
    private final int leastWidth;
    private final List<String> columns;
    private final int[] places;
    private long number;

    /**
     * Reads the header.
     *
     * @param file for messages
     * @throws InputRefused if two columns have one name, letter case aside
     */
    CsvTable(Reader reader, CsvDialect dialect, String file) throws IOException {
        parser = dialect.format().parse(withoutMark(reader));
        records = parser.iterator();
        CSVRecord header = nextRecord();
        width = header == null ? 0 : header.size();
        Map<String, Integer> placeByName = new LinkedHashMap<>();
        Map<String, String> seen = new LinkedHashMap<>();
        int named = 0;
        for (int i = 0; i < width; i++) {
            String name = header == null ? null : header.get(i);
            if (name == null || name.isBlank()) {
                continue;
            }
            String earlier = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (earlier != null) {
                String both =
                        earlier.equals(name) ? "`" + name + "` twice" : "both `" + earlier + "` and `" + name + "`";
                throw new InputRefused(
                        file + ": line 1: the header has " + both + "; give each column a name of its own", null);
            }
            placeByName.put(name, i);
            named = i + 1;
        }
        leastWidth = named;
        columns = List.copyOf(placeByName.keySet());
        places = placeByName.values().stream().mapToInt(Integer::intValue).toArray();
    }

    private static Reader withoutMark(Reader reader) throws IOException {
        BufferedReader buffered = new BufferedReader(reader);
        buffered.mark(1);
        if (buffered.read() != BYTE_ORDER_MARK) {
            buffered.reset();
        }
        return buffered;
    }

    /** The names of the header, as they are spelt, in their order. */
    List<String> columns() {
        return columns;
    }

    /**
     * One row.
     *
     * @param number of the record, from 1; the header isn't counted
     * @param line on which it begins, from 1
     * @param cells one for each of {@link #columns()}; null: the cell is empty
     * @param problem why it can't be used; null: it can
     */
    record Row(
            long number,
            long line,
            List<@Nullable String> cells,
            @Nullable String problem) {
        /** The start of the row, for messages. */
        String excerpt() {
            StringBuilder text = new StringBuilder();
            for (String cell : cells) {
                if (text.length() > Rejection.EXCERPT_CHARACTERS) {
                    break;
                }
                text.append(text.isEmpty() ? "" : " | ").append(cell == null ? "" : cell);
            }
            return text.toString();
        }
    }

    /**
     * The next row; null at the end.
     *
     * @throws IOException if the file can't be read on from here
     */
    @Nullable Row next() throws IOException {
        while (true) {
            long line = parser.getCurrentLineNumber() + 1;
            CSVRecord record = nextRecord();
            if (record == null) {
                return null;
            }
            if (width > 1 && record.size() == 1 && isBlank(record.get(0))) {
                continue;
            }
            number++;
            if (record.size() < leastWidth || record.size() > width) {
                String problem = "found " + record.size() + (record.size() == 1 ? " cell" : " cells") + ", expected "
                        + width + " as in the header";
                return new Row(number, line, Arrays.asList(record.values()), problem);
            }
            @Nullable String[] cells = new String[places.length];
            for (int i = 0; i < places.length; i++) {
                cells[i] = record.get(places[i]);
            }
            return new Row(number, line, Arrays.asList(cells), null);
        }
    }

    private static boolean isBlank(@Nullable String cell) {
        return cell == null || cell.isBlank();
    }

    private @Nullable CSVRecord nextRecord() throws IOException {
        try {
            return records.hasNext() ? records.next() : null;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
