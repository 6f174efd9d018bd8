package io.ctxeval.dataset;

import java.io.IOException;
import java.io.InputStream;

/**
 * Tells JSON with a record on each line from JSON that spans lines, by the first line that isn't blank. A first line that is cut
 * or otherwise broken must not make a document of a file of lines: then one bad line would take all others with it.
 */
final class JsonLayout {
    private JsonLayout() {}

    /**
     * Whether each line stands for itself.
     *
     * @param first the file's first byte that isn't blank
     * @param rest what follows it
     */
    static boolean isLines(int first, InputStream rest) throws IOException {
        if (first == '[') {
            return false;
        }
        if (first != '{') {
            return true;
        }
        Line line = Line.read((byte) first, rest);
        if (line.closed || line.inText || line.ended) {
            // JSON has no line break inside a string: such a line is broken, and by itself
            return true;
        }
        if (line.last == '{' || line.last == '[' || line.last == ',' || line.last == ':') {
            return false;
        }
        int next = rest.read();
        while (JsonNesting.isBlank(next)) {
            next = rest.read();
        }
        if (next != '{') {
            return false;
        }
        Line second = Line.read((byte) next, rest);
        return second.closed && second.last == '}';
    }

    /**
     * What is to be known of a line.
     *
     * @param closed whether every string, list and object that it begins it also ends
     * @param inText whether it ends inside a string
     * @param last its last byte that isn't blank
     * @param ended whether the file ends with it
     */
    private record Line(boolean closed, boolean inText, byte last, boolean ended) {
        static Line read(byte first, InputStream rest) throws IOException {
            JsonNesting nesting = new JsonNesting();
            nesting.accept(first);
            byte last = first;
            int next = rest.read();
            while (next >= 0 && next != '\n') {
                nesting.accept((byte) next);
                if (!JsonNesting.isBlank(next)) {
                    last = (byte) next;
                }
                next = rest.read();
            }
            return new Line(nesting.closed(), nesting.inText(), last, next < 0);
        }
    }
}
