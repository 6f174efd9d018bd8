package io.ctxeval.command;

import java.util.ArrayList;
import java.util.List;

/** Rows of texts in columns that line up. */
final class TextTable {
    private static final int GAP = 2;

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

    /** The lines of the table; the last column isn't padded. */
    List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(row.get(i));
            if (i < row.size() - 1) {
                line.append(" ".repeat(widths[i] - length(row.get(i)) + GAP));
            }
        }
        return line.toString().stripTrailing();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
