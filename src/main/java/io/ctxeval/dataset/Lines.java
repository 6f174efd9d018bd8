package io.ctxeval.dataset;

import java.io.IOException;

/**
 * The lines of a part of a file, as ranges of bytes. A line belongs to the part that holds its first byte, so that parts that
 * meet give every line once, wherever they are cut. Only a line feed ends a line; a carriage return before it is a blank of
 * JSON's own.
 */
final class Lines {
    private final ByteBlocks blocks;
    private final long until;
    private int at;
    private int from;
    private int to;
    private long offset;
    private boolean tooLong;

    /**
     * Lines that begin before {@code until}.
     *
     * @param blocks positioned one byte before the part, unless the part begins the file
     * @param first whether the part begins the file; otherwise the line that the part's predecessor began is passed
     */
    Lines(ByteBlocks blocks, long until, boolean first) throws IOException {
        this.blocks = blocks;
        this.until = until;
        if (!first) {
            passLine();
        }
    }

    /** Goes to the next line; false at the end of the part. */
    boolean next() throws IOException {
        if (blocks.offsetOf(at) >= until) {
            return false;
        }
        from = at;
        offset = blocks.offsetOf(at);
        tooLong = false;
        int scanned = at;
        while (true) {
            int newline = blocks.indexOf((byte) '\n', scanned);
            if (newline < blocks.end()) {
                to = newline;
                at = newline + 1;
                return true;
            }
            scanned = blocks.end() - from;
            if (scanned > ByteBlocks.MOST_KEPT) {
                tooLong = true;
                at = blocks.end();
                passLine();
                from = at;
                to = at;
                return true;
            }
            if (!blocks.more(from)) {
                to = blocks.end();
                at = to;
                return to > from;
            }
            from = 0;
        }
    }

    private void passLine() throws IOException {
        while (true) {
            int newline = blocks.indexOf((byte) '\n', at);
            if (newline < blocks.end()) {
                at = newline + 1;
                return;
            }
            at = blocks.end();
            if (!blocks.more(at)) {
                return;
            }
            at = 0;
        }
    }

    /** The offset of the line that comes next. */
    long nextOffset() {
        return blocks.offsetOf(at);
    }

    byte[] bytes() {
        return blocks.block();
    }

    /** First byte of the line. */
    int from() {
        return from;
    }

    /** End of the line, exclusive; its line feed is not part of it. */
    int to() {
        return to;
    }

    /** The offset of the line in the file, after decompression. */
    long offset() {
        return offset;
    }

    /** Whether the line is longer than any that is held; its bytes are lost then. */
    boolean tooLong() {
        return tooLong;
    }
}
