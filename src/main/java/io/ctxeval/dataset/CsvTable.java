package io.ctxeval.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of one CSV file, streamed, below the header of that file. Columns without a name are left out. */
final class CsvTable implements Closeable {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final String QUOTE_ADVICE =
            "double each quote inside a quoted cell, or set options.quote to nothing where a quote means nothing";
    private static final String NUL =
            "NUL characters (U+0000), which no text has: the file is in UTF-16 without a byte order mark"
                    + " (set options.encoding: UTF-16LE or UTF-16BE), is no text at all, or was torn while it was written";

    private final CsvScanner records;
    private final int width;
    private final int leastWidth;
    private final List<String> columns;
    private final int[] places;
    private long number;

    /**
     * Reads the header.
     *
     * @param file for messages
     * @throws IOException if the header can't be told: the file is damaged, or in another encoding
     * @throws InputRefused if two columns have one name, letter case aside
     */
    CsvTable(Reader reader, CsvDialect dialect, String file) throws IOException {
        records = new CsvScanner(withoutMark(reader), dialect);
        List<@Nullable String> header = header();
        width = header.size();
        Map<String, Integer> placeByName = new LinkedHashMap<>();
        Map<String, String> seen = new LinkedHashMap<>();
        int named = 0;
        for (int i = 0; i < width; i++) {
            String name = header.get(i);
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

    private List<@Nullable String> header() throws IOException {
        if (!records.next()) {
            return List.of();
        }
        String oddity = records.oddity();
        String problem = oddity != null
                ? "the header can't be read: " + oddity + "; " + QUOTE_ADVICE
                : records.holdsNul() ? "the header holds " + NUL : null;
        if (problem != null) {
            throw new IOException("line " + records.line() + ": " + problem);
        }
        return records.cells();
    }

    private static Reader withoutMark(Reader reader) throws IOException {
        PushbackReader text = new PushbackReader(reader, 1);
        int first = text.read();
        if (first >= 0 && first != BYTE_ORDER_MARK) {
            text.unread(first);
        }
        return text;
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
            if (!records.next()) {
                return null;
            }
            if (width > 1 && records.blank()) {
                continue;
            }
            number++;
            String problem = problem();
            List<@Nullable String> found = records.cells();
            if (problem != null) {
                boolean raw = !records.excerpt().isEmpty();
                return new Row(number, records.line(), raw ? List.of(records.excerpt()) : found, problem);
            }
            @Nullable String[] cells = new String[places.length];
            for (int i = 0; i < places.length; i++) {
                cells[i] = found.get(places[i]);
            }
            return new Row(number, records.line(), Arrays.asList(cells), null);
        }
    }

    private @Nullable String problem() {
        String oddity = records.oddity();
        if (oddity != null) {
            return oddity + "; " + QUOTE_ADVICE + "; reading went on with the line below";
        }
        if (records.holdsNul()) {
            return "holds " + NUL;
        }
        int size = records.cells().size();
        if (size >= leastWidth && size <= width) {
            return null;
        }
        String lines = records.line() == records.lastLine()
                ? ""
                : ", in a record from line " + records.line() + " to " + records.lastLine();
        return "found " + size + (size == 1 ? " cell" : " cells") + ", expected " + width + " as in the header" + lines;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
