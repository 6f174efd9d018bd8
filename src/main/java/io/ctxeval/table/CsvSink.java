package io.ctxeval.table;

import io.ctxeval.table.ColumnType.Scalar;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;

/**
 * Writes comma-separated values: UTF-8, a header, line feeds, quotes where needed. Null is an empty cell, an empty text a
 * quoted one; lists and structs are JSON text.
 */
final class CsvSink implements RowSink {
    private static final CSVFormat MINIMAL = CSVFormat.DEFAULT
            .builder()
            .setRecordSeparator('\n')
            .setQuoteMode(QuoteMode.MINIMAL)
            .get();
    private static final CSVFormat QUOTED =
            MINIMAL.builder().setQuoteMode(QuoteMode.ALL).get();

    private final List<Column> columns;
    private final UnaryOperator<String> guard;
    private final Writer out;

    /**
     * A sink that passes each text cell through a guard.
     *
     * @param guard what a text cell becomes, such as one that a spreadsheet won't take for a formula
     */
    CsvSink(OutputStream out, TableSchema schema, UnaryOperator<String> guard) throws IOException {
        this.columns = schema.columns();
        this.guard = guard;
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        for (int i = 0; i < columns.size(); i++) {
            print(columns.get(i).name(), i == 0);
        }
        MINIMAL.println(this.out);
    }

    @Override
    public void write(@Nullable Object[] row) throws IOException {
        if (row.length != columns.size()) {
            throw new IllegalArgumentException("a row of " + row.length + " values for " + columns.size() + " columns");
        }
        for (int i = 0; i < row.length; i++) {
            Object value = row[i];
            print(value == null ? null : cell(columns.get(i).type(), value), i == 0);
        }
        MINIMAL.println(out);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private String cell(ColumnType type, Object value) throws IOException {
        if (!(type instanceof Scalar scalar)) {
            return JsonValues.text(type, value);
        }
        return switch (scalar) {
            case TEXT -> guard.apply((String) value);
            case REAL -> Numbers.shortest(Numbers.finite((Double) value));
            case BIG -> Numbers.fitting((BigInteger) value).toString();
            case WHOLE, SMALL, FLAG -> value.toString();
        };
    }

    private void print(@Nullable String cell, boolean first) throws IOException {
        CSVFormat format = cell != null && cell.isEmpty() ? QUOTED : MINIMAL;
        format.print(cell, out, first);
    }
}
