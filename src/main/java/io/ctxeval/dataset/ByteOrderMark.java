package io.ctxeval.dataset;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The mark that some programs write before the first character of a text file. */
enum ByteOrderMark {
    NONE(0, null),
    UTF_8(3, StandardCharsets.UTF_8),
    UTF_16LE(2, StandardCharsets.UTF_16LE),
    UTF_16BE(2, StandardCharsets.UTF_16BE);

    /** Bytes that {@link #of} looks at. */
    static final int HEAD = 3;

    private final int length;
    private final @Nullable Charset charset;

    ByteOrderMark(int length, @Nullable Charset charset) {
        this.length = length;
        this.charset = charset;
    }

    static ByteOrderMark of(byte[] head) {
        if (Compression.startsWith(head, 0xEF, 0xBB, 0xBF)) {
            return UTF_8;
        }
        if (Compression.startsWith(head, 0xFF, 0xFE)) {
            return UTF_16LE;
        }
        return Compression.startsWith(head, 0xFE, 0xFF) ? UTF_16BE : NONE;
    }

    /** Its bytes. */
    int length() {
        return length;
    }

    /** The encoding it stands for; null where there is no mark. */
    @Nullable Charset charset() {
        return charset;
    }
}
