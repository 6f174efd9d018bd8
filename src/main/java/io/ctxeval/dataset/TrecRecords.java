package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.PlainValue;
import io.ctxeval.dataset.mapping.RecordNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of a part of a TREC file: a line each, its fields between blanks or tabs. A quote is a character like any other. */
final class TrecRecords implements RecordReader {
    private final InputStream source;
    private final TrecShape shape;
    private final RecordPlace place;
    private final Columns columns;
    private final Lines lines;
    private final boolean numbered;
    private long line;

    /**
     * Reads lines that begin in a part of a file.
     *
     * @param source stands at {@code from}, or one byte before where that isn't the file's first
     * @param from first byte of the part
     * @param to end of the part, exclusive
     */
    TrecRecords(InputStream source, long from, long to, TrecShape shape, RecordPlace place) throws IOException {
        this.source = source;
        this.shape = shape;
        this.place = place;
        Columns wanted = place.columns();
        columns = wanted == null ? new Columns(shape.columns()) : wanted;
        numbered = from == 0;
        lines = new Lines(new ByteBlocks(source, numbered ? 0 : from - 1), to, numbered);
    }

    @Override
    public @Nullable Found next() throws IOException {
        while (lines.next()) {
            line++;
            Long number = numbered ? (Long) line : null;
            if (lines.tooLong()) {
                String reason = "the line is longer than " + ByteBlocks.MOST_KEPT + " bytes";
                return place.unreadable(lines.offset(), number, reason, "");
            }
            String text;
            try {
                text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(lines.bytes(), lines.from(), lines.to() - lines.from()))
                        .toString();
            } catch (CharacterCodingException e) {
                return place.unreadable(lines.offset(), number, "is not UTF-8", "");
            }
            List<String> fields = fields(text);
            if (!fields.isEmpty()) {
                return record(fields, text, number);
            }
        }
        return null;
    }

    private Found record(List<String> fields, String text, @Nullable Long number) {
        List<String> names = shape.columns();
        if (fields.size() != names.size()) {
            String reason = "found " + fields.size() + (fields.size() == 1 ? " field" : " fields") + ", expected "
                    + names.size() + ": " + String.join(", ", names);
            return place.unreadable(lines.offset(), number, reason, text);
        }
        RecordNode node = place.record(columns, lines.offset(), number);
        for (int i = 0; i < names.size(); i++) {
            node.put(names.get(i), PlainValue.text(fields.get(i)));
        }
        return new Found.Intact(node);
    }

    /** What stands between blanks, tabs and carriage returns; of a byte order mark nothing is left. */
    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>(6);
        int from = -1;
        int start = line.startsWith("\uFEFF") ? 1 : 0;
        for (int i = start; i <= line.length(); i++) {
            char c = i < line.length() ? line.charAt(i) : ' ';
            if (c == ' ' || c == '\t' || c == '\r') {
                if (from >= 0) {
                    fields.add(line.substring(from, i));
                    from = -1;
                }
            } else if (from < 0) {
                from = i;
            }
        }
        return fields;
    }

    @Override
    public long position() {
        return lines.nextOffset();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
