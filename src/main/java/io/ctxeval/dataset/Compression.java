package io.ctxeval.dataset;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.GzipCodec;

/**
 * How a file's bytes are packed; told from its first bytes, whatever its name. Files of several members are read to the end.
 *
 * <p>Unpacking gives the bytes that were packed or an {@link IOException}, with two exceptions that the formats leave: a file that
 * is cut right between two members is a whole file, and a frame of zstd without a checksum may hold other bytes.
 */
enum Compression {
    NONE {
        @Override
        InputStream unpack(InputStream packed, Configuration configuration) {
            return packed;
        }
    },
    GZIP {
        @Override
        InputStream unpack(InputStream packed, Configuration configuration) throws IOException {
            GzipCodec codec = new GzipCodec();
            codec.setConf(configuration);
            return new UntilBroken(codec.createInputStream(packed));
        }
    },
    BZIP2 {
        @Override
        InputStream unpack(InputStream packed, Configuration configuration) throws IOException {
            // Hadoop's own codec takes a damaged mark of a block or member for the end
            return new Bzip2Members(packed);
        }
    },
    ZSTANDARD {
        @Override
        InputStream unpack(InputStream packed, Configuration configuration) throws IOException {
            return new UntilBroken(new ZstdInputStream(new LastByteApart(packed)));
        }
    };

    /** Bytes that {@link #of} looks at. */
    static final int HEAD = 8;

    abstract InputStream unpack(InputStream packed, Configuration configuration) throws IOException;

    /**
     * The compression that these first bytes show.
     *
     * @throws InputRefused if it is one that isn't read
     */
    static Compression of(byte[] head, String fileName) {
        if (startsWith(head, 0x1F, 0x8B)) {
            return GZIP;
        }
        if (startsWith(head, 'B', 'Z', 'h')) {
            return BZIP2;
        }
        if (startsWith(head, 0x28, 0xB5, 0x2F, 0xFD)) {
            return ZSTANDARD;
        }
        if (startsWith(head, 0xFD, '7', 'z', 'X', 'Z')) {
            throw unread(fileName, "xz");
        }
        if (startsWith(head, 'P', 'K', 3, 4)) {
            throw unread(fileName, "zip");
        }
        if (startsWith(head, 0x04, 0x22, 0x4D, 0x18)) {
            throw unread(fileName, "lz4");
        }
        // these have no mark of their own
        if (fileName.endsWith(".br")) {
            throw unread(fileName, "brotli");
        }
        if (fileName.endsWith(".snappy")) {
            throw unread(fileName, "snappy");
        }
        return NONE;
    }

    /** Whether bytes begin as a packed file does and no text can; a CSV header may begin with {@code BZh}. */
    static boolean isMarked(byte[] head) {
        return startsWith(head, 0x1F, 0x8B)
                || startsWith(head, 0x28, 0xB5, 0x2F, 0xFD)
                || startsWith(head, 0xFD, '7', 'z', 'X', 'Z')
                || (startsWith(head, 'B', 'Z', 'h') && head.length == HEAD && head[4] == '1' && head[5] == 'A');
    }

    private static InputRefused unread(String fileName, String compression) {
        return new InputRefused(
                fileName + ": is packed with " + compression
                        + ", which isn't read; pack it with gzip, zstd or bzip2, or unpack it",
                null);
    }

    static boolean startsWith(byte[] head, int... magic) {
        if (head.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if (head[i] != (byte) magic[i]) {
                return false;
            }
        }
        return true;
    }
}
