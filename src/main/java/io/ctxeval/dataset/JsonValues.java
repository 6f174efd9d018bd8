package io.ctxeval.dataset;

import java.io.EOFException;
import java.io.IOException;

/**
 * The values of a JSON document one at a time, as ranges of bytes: values that follow one another, pretty-printed or not, and the
 * elements of a list at the top. Ends are told by brackets and quotes; whether a value is JSON is for its reader to say.
 */
final class JsonValues {
    private final ByteBlocks blocks;
    private int at;
    private int from;
    private int to;
    private boolean inList;

    JsonValues(ByteBlocks blocks) {
        this.blocks = blocks;
    }

    /**
     * Goes to the next value.
     *
     * @return false at the end
     * @throws EOFException if the document ends inside a value or list
     */
    boolean next() throws IOException {
        while (true) {
            if (at == blocks.end()) {
                if (blocks.more(at)) {
                    at = 0;
                    continue;
                }
                if (inList) {
                    throw new EOFException("the file ends inside a list");
                }
                return false;
            }
            byte first = blocks.block()[at];
            if (JsonNesting.isBlank(first) || (inList && first == ',')) {
                at++;
            } else if (!inList && first == '[') {
                inList = true;
                at++;
            } else if (inList && first == ']') {
                inList = false;
                at++;
            } else {
                passValue();
                return true;
            }
        }
    }

    private void passValue() throws IOException {
        JsonNesting nesting = new JsonNesting();
        from = at;
        int scan = at;
        boolean bare = isBare(blocks.block()[from]);
        while (true) {
            byte[] block = blocks.block();
            int end = blocks.end();
            while (scan < end) {
                byte next = block[scan];
                if (bare) {
                    if (!isBare(next)) {
                        to = scan;
                        at = scan;
                        return;
                    }
                } else {
                    nesting.accept(next);
                    if (nesting.closed()) {
                        to = scan + 1;
                        at = to;
                        return;
                    }
                }
                scan++;
            }
            if (end - from > ByteBlocks.MOST_KEPT) {
                throw new IOException(
                        "a value is longer than " + ByteBlocks.MOST_KEPT + " bytes; write one record a line");
            }
            scan = end - from;
            if (!blocks.more(from)) {
                if (bare) {
                    to = end;
                    at = end;
                    return;
                }
                throw new EOFException("the file ends inside a value that begins at byte " + offset());
            }
            from = 0;
        }
    }

    /** Whether a byte belongs to a number, a literal or something that is no JSON. */
    private static boolean isBare(byte next) {
        return !JsonNesting.isBlank(next)
                && switch (next) {
                    case '"', '{', '[', ']', ',' -> false;
                    default -> true;
                };
    }

    /** Where the next value is looked for. */
    long nextOffset() {
        return blocks.offsetOf(at);
    }

    byte[] bytes() {
        return blocks.block();
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** The offset of the value in the file, after decompression. */
    long offset() {
        return blocks.offsetOf(from);
    }
}
