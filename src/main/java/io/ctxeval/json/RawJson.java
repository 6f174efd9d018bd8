package io.ctxeval.json;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One JSON value as a range of UTF-8 bytes in a larger buffer. Nothing is copied or parsed: key order, duplicate keys and the
 * spelling of numbers are those of the file.
 *
 * @param bytes the buffer; not to be changed while the slice is in use
 * @param from first byte of the value, inclusive
 * @param to end of the value, exclusive; {@code from <= to <= bytes.length}
 */
@SuppressWarnings("ArrayRecordComponent") // a view by intent: copying each slice would cost a pass over the data
public record RawJson(byte[] bytes, int from, int to) implements Serializable {
    public RawJson {
        if (from < 0 || to < from || to > bytes.length) {
            throw new IllegalArgumentException("range " + from + ".." + to + " is not inside 0.." + bytes.length);
        }
    }

    /** The slice of a whole document. */
    public static RawJson of(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new RawJson(bytes, 0, bytes.length);
    }

    public int length() {
        return to - from;
    }

    /** A copy that doesn't keep the larger buffer alive. */
    public RawJson trimmed() {
        return new RawJson(Arrays.copyOfRange(bytes, from, to), 0, to - from);
    }

    /** What crosses a wire is the slice, not the buffer around it. */
    private Object writeReplace() {
        return length() == bytes.length ? this : trimmed();
    }

    /** The JSON text itself. */
    public String json() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson that && Arrays.equals(bytes, from, to, that.bytes, that.from, that.to);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return json();
    }
}
