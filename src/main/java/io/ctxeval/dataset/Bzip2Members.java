package io.ctxeval.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks a file of bzip2 members. Whatever isn't one, before its end or behind it, is an {@link IOException}, once the bytes
 * before it have been given.
 */
final class Bzip2Members extends UntilBroken {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int END = -1;

    private @Nullable IOException failure;

    Bzip2Members(InputStream packed) throws IOException {
        super(new BZip2CompressorInputStream(new BufferedInputStream(packed, BUFFER_BYTES), true));
    }

    @Override
    public int read() throws IOException {
        if (failure == null) {
            try {
                return in.read();
            } catch (IOException e) {
                failure = e;
            } catch (RuntimeException e) {
                // some damage leads the decoder out of its tables
                failure = new IOException("a bzip2 block can't be unpacked", e);
            }
        }
        throw failure;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count = 0;
        try {
            while (count < length) {
                int next = read();
                if (next == END) {
                    return count == 0 ? END : count;
                }
                bytes[from + count++] = (byte) next;
            }
        } catch (IOException e) {
            if (count == 0) {
                throw e;
            }
        }
        return count;
    }
}
