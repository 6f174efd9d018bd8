package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.CellText;
import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.PlainValue;
import io.ctxeval.dataset.mapping.RecordNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of one CSV file. Bytes that the encoding doesn't know become U+FFFD, which the mapping counts.
 */
final class CsvRecords implements RecordReader {
    private final CsvTable table;
    private final RecordPlace place;
    private final Columns columns;
    private final int[] slots;
    private long read;

    CsvRecords(InputStream source, CsvDialect dialect, RecordPlace place) throws IOException {
        this.place = place;
        BufferedInputStream bytes = new BufferedInputStream(source);
        bytes.mark(ByteOrderMark.HEAD);
        ByteOrderMark mark = ByteOrderMark.of(bytes.readNBytes(ByteOrderMark.HEAD));
        bytes.reset();
        InputStreamReader text = new InputStreamReader(
                bytes,
                dialect.charset(mark)
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE));
        table = new CsvTable(text, dialect, place.file());
        Columns wanted = place.columns();
        columns = wanted == null ? new Columns(table.columns()) : wanted;
        slots = table.columns().stream().mapToInt(columns::slot).toArray();
    }

    /** The names of the header. */
    List<String> header() {
        return table.columns();
    }

    @Override
    public @Nullable Found next() throws IOException {
        CsvTable.Row row = table.next();
        if (row == null) {
            return null;
        }
        read = row.number();
        String problem = row.problem();
        if (problem != null) {
            return place.unreadable(row.number(), row.line(), problem, row.excerpt());
        }
        RecordNode node = place.record(columns, row.number(), row.line());
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] >= 0) {
                String cell = row.cells().get(i);
                node.put(slots[i], table.columns().get(i), cell == null ? PlainValue.NULL : new CellText(cell));
            }
        }
        return new Found.Intact(node);
    }

    @Override
    public long position() {
        return read + 1;
    }

    @Override
    public void close() throws IOException {
        table.close();
    }
}
