package io.ctxeval.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a segment from its first byte to its last, whatever length was listed. One buffer serves all lines; a line that
 * nobody wants costs the search for its end and a look at its key.
 */
final class SegmentLines {
    private static final int FIRST_BUFFER = 64 << 10;

    /** No entry is as long: a segment without line ends for so long is damaged. */
    private static final int LONGEST_LINE = 64 << 20;

    private final InputStream in;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int filled;
    private int start;
    private int end = -1;
    private long base;
    private boolean torn;

    SegmentLines(InputStream in) {
        this.in = in;
    }

    /**
     * Goes to the next line that has an end.
     *
     * @return false at the end of the segment
     */
    boolean next() throws IOException {
        start = end + 1;
        int from = start;
        while (true) {
            for (int i = from; i < filled; i++) {
                if (buffer[i] == '\n') {
                    end = i;
                    return true;
                }
            }
            from = filled - start;
            if (!fill()) {
                torn = filled > start;
                end = filled - 1;
                return false;
            }
        }
    }

    /** Moves the begun line to the front and reads on behind it; false at the end of the file. */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            base += start;
            filled -= start;
            start = 0;
            end = -1;
        } else if (filled == buffer.length) {
            if (filled >= LONGEST_LINE) {
                throw new IOException("no end of line within " + LONGEST_LINE + " bytes from byte " + base);
            }
            buffer = Arrays.copyOf(buffer, filled * 2);
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            return false;
        }
        filled += read;
        return true;
    }

    /** Whether the segment ended within a line; known at its end. */
    boolean torn() {
        return torn;
    }

    /** The first byte of the line. */
    long offset() {
        return base + start;
    }

    /** Bytes of the line, its end included. */
    int length() {
        return end + 1 - start;
    }

    /** The key of the line; null if it doesn't begin as an entry does. */
    @Nullable String key() {
        return EntryLine.keyOf(buffer, start, end);
    }

    /** The entry of the line; see {@link EntryLine#parse}. */
    LedgerEntry entry() throws IOException {
        return EntryLine.parse(buffer, start, end);
    }
}
