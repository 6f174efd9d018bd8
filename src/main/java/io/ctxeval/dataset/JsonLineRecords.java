package io.ctxeval.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records of JSON Lines: any number of objects on a line; a line that holds something else is one that can't be read. */
final class JsonLineRecords implements RecordReader {
    private final InputStream source;
    private final RecordPlace place;
    private final Lines lines;
    private final JsonObjects objects;
    private final boolean numbered;
    private long line;

    /**
     * Reads lines that begin in a part of a file.
     *
     * @param source stands at {@code from}, or one byte before where that isn't the file's first
     * @param from first byte of the part
     * @param to end of the part, exclusive
     */
    JsonLineRecords(InputStream source, long from, long to, RecordPlace place, Set<String> validatedLater)
            throws IOException {
        this.source = source;
        this.place = place;
        numbered = from == 0;
        long first = numbered ? 0 : from - 1;
        lines = new Lines(new ByteBlocks(source, first), to, numbered);
        objects = new JsonObjects(place, validatedLater);
    }

    @Override
    public @Nullable Found next() throws IOException {
        while (true) {
            Found found = objects.next();
            if (found != null) {
                return found;
            }
            if (!lines.next()) {
                return null;
            }
            line++;
            Long number = numbered ? (Long) line : null;
            if (lines.tooLong()) {
                String reason = "the line is longer than " + ByteBlocks.MOST_KEPT + " bytes";
                return place.unreadable(lines.offset(), number, reason, "");
            }
            int from = lines.from() + markLength();
            objects.start(lines.bytes(), from, lines.to(), lines.offset() + from - lines.from(), number);
        }
    }

    private int markLength() {
        if (lines.offset() > 0 || lines.to() - lines.from() < ByteOrderMark.HEAD) {
            return 0;
        }
        byte[] bytes = lines.bytes();
        int from = lines.from();
        byte[] head = {bytes[from], bytes[from + 1], bytes[from + 2]};
        return ByteOrderMark.of(head) == ByteOrderMark.UTF_8 ? ByteOrderMark.HEAD : 0;
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
