package io.ctxeval.dataset;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream whose last byte comes in a read of its own. {@code ZstdInputStream} takes the end of the stream for the end of the last
 * frame where one read brought both the end of a frame and the start of another that is cut; with a byte still to come behind the
 * start, it sees that the frame goes on.
 */
final class LastByteApart extends FilterInputStream {
    private static final int END = -1;

    private boolean started;
    private int next = END;

    LastByteApart(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        start();
        int first = next;
        if (first != END) {
            next = in.read();
        }
        return first;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int first = read();
        if (first == END) {
            return END;
        }
        bytes[from] = (byte) first;
        if (next == END || length == 1) {
            return 1;
        }
        bytes[from + 1] = (byte) next;
        int further = length == 2 ? 0 : in.read(bytes, from + 2, length - 2);
        if (further < 0) {
            return 1;
        }
        // what came last waits for the next call
        next = bytes[from + 1 + further] & 0xFF;
        return 1 + further;
    }

    private void start() throws IOException {
        if (!started) {
            started = true;
            next = in.read();
        }
    }

    @Override
    public long skip(long count) throws IOException {
        return count > 0 && read() != END ? 1 : 0;
    }

    @Override
    public int available() throws IOException {
        return next == END ? 0 : 1 + in.available();
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
