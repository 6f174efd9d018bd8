package io.ctxeval.text;

import io.ctxeval.json.JsonStrings;
import io.ctxeval.json.Lanes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text as UTF-8 bytes that grows and is used again and again. Halves of surrogate pairs that stand alone are kept, in three bytes
 * like any other code point of their size, so that texts that differ have bytes that differ. Behind the text there are always
 * {@value #PADDING} bytes that may be read. Not thread-safe.
 */
public final class Utf8Buffer {
    static final int PADDING = Lanes.COUNT;

    private static final long BACKSLASHES = Lanes.all('\\');
    private static final long SPACES = Lanes.all(' ');

    byte[] bytes = new byte[1024];
    int length;

    private byte[] folded = {};

    /** Whether all is ASCII; true for the empty text. Holds from {@link #clear} on. */
    boolean ascii = true;

    public void clear() {
        length = 0;
        ascii = true;
    }

    /** The bytes; the first {@link #length} are the text. To be read before the next change of the buffer. */
    @SuppressWarnings("EI_EXPOSE_REP")
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    public boolean isAscii() {
        return ascii;
    }

    /** Replaces the text. Halves of surrogate pairs are kept. */
    public Utf8Buffer set(String text) {
        clear();
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            append(codePoint);
            i += Character.charCount(codePoint);
        }
        return this;
    }

    /** One character a byte: searching in such strings is searching in the bytes, by the machine's own instructions. */
    public String latin1(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The end of the first so many code points, or the end of the text if it has no more. */
    public int endOfCodePoints(int count) {
        if (ascii || length <= count) {
            return Math.min(count, length);
        }
        int p = 0;
        for (int i = 0; i < count && p < length; i++) {
            p += sizeAt(p);
        }
        return p;
    }

    /** Bytes of the code point that begins here. */
    int sizeAt(int p) {
        int lead = bytes[p] & 0xFF;
        return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    }

    /** The code point that begins here. */
    int codePointAt(int p) {
        return decode(bytes, p);
    }

    static int decode(byte[] b, int p) {
        int lead = b[p] & 0xFF;
        if (lead < 0x80) {
            return lead;
        }
        int second = b[p + 1] & 0x3F;
        if (lead < 0xE0) {
            return (lead & 0x1F) << 6 | second;
        }
        int third = b[p + 2] & 0x3F;
        if (lead < 0xF0) {
            return (lead & 0x0F) << 12 | second << 6 | third;
        }
        return (lead & 0x07) << 18 | second << 12 | third << 6 | (b[p + 3] & 0x3F);
    }

    /** Makes room for so many bytes more, and for the padding. */
    void reserve(int more) {
        if (length + more + PADDING > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more + PADDING));
        }
    }

    /** Appends a code point; also a surrogate. */
    public void append(int codePoint) {
        reserve(4);
        if (codePoint < 0x80) {
            bytes[length++] = (byte) codePoint;
            return;
        }
        ascii = false;
        if (codePoint < 0x800) {
            bytes[length++] = (byte) (0xC0 | codePoint >> 6);
        } else {
            if (codePoint < 0x10000) {
                bytes[length++] = (byte) (0xE0 | codePoint >> 12);
            } else {
                bytes[length++] = (byte) (0xF0 | codePoint >> 18);
                bytes[length++] = (byte) (0x80 | (codePoint >> 12 & 0x3F));
            }
            bytes[length++] = (byte) (0x80 | (codePoint >> 6 & 0x3F));
        }
        bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
    }

    void append(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    /**
     * Appends the text of a JSON string, escapes resolved.
     *
     * @param json holds a valid string
     * @param from first byte behind the opening quote
     * @param to the closing quote
     */
    public void appendDecoded(byte[] json, int from, int to) {
        reserve(to - from);
        byte[] out = bytes;
        int n = length;
        long seen = 0;
        int p = from;
        while (p < to) {
            while (p + Lanes.COUNT <= to) {
                long w = Lanes.read(json, p);
                Lanes.write(out, n, w);
                long marks = Lanes.equal(w, BACKSLASHES) & ~w & Lanes.MARKS;
                if (marks != 0) {
                    int count = Lanes.first(marks);
                    seen |= Lanes.lowest(w, count);
                    p += count;
                    n += count;
                    break;
                }
                seen |= w;
                p += Lanes.COUNT;
                n += Lanes.COUNT;
            }
            if (p < to) {
                byte c = json[p];
                if (c != '\\') {
                    seen |= c;
                    out[n++] = c;
                    p++;
                } else if (json[p + 1] != 'u') {
                    out[n++] = (byte) JsonStrings.escaped(json, p);
                    p += 2;
                } else {
                    int codePoint = JsonStrings.escapedCodePoint(json, p, to);
                    length = n;
                    append(codePoint);
                    n = length;
                    p += JsonStrings.escapeLength(codePoint);
                }
            }
        }
        length = n;
        ascii &= (seen & Lanes.MARKS) == 0;
    }

    void appendAscii(String text) {
        int count = text.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) text.charAt(i);
        }
        length += count;
    }

    /** The text; halves of surrogate pairs as such. */
    @Override
    public String toString() {
        if (ascii) {
            return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }
        if (!hasSurrogates()) {
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(length);
        for (int p = 0; p < length; p += sizeAt(p)) {
            text.appendCodePoint(codePointAt(p));
        }
        return text.toString();
    }

    /** The text in normal form ({@link NormalForm}): NFC, every run of white space one space, none at the ends. */
    public String normalForm() {
        return ascii ? folded() : NormalForm.of(toString());
    }

    /** Folds white space of ASCII text; eight bytes at a time where they hold neither a control character nor two blanks in a row. */
    private String folded() {
        if (folded.length < length + PADDING) {
            folded = new byte[2 * (length + PADDING)];
        }
        byte[] out = folded;
        int n = 0;
        long blankBefore = Lanes.MARKS;
        int p = 0;
        while (p < length) {
            if (p + Lanes.COUNT <= length) {
                long w = Lanes.read(bytes, p);
                long controls = w - SPACES;
                long blanks = (Lanes.equal(w, SPACES) | controls) & Lanes.MARKS;
                long doubled = blanks & (blanks << 8 | (blankBefore & 0x80));
                if (((controls & Lanes.MARKS) | doubled) == 0) {
                    Lanes.write(out, n, w);
                    n += Lanes.COUNT;
                    p += Lanes.COUNT;
                    blankBefore = bytes[p - 1] == ' ' ? Lanes.MARKS : 0;
                    continue;
                }
            }
            int end = Math.min(p + Lanes.COUNT, length);
            for (; p < end; p++) {
                boolean blank = CodePoints.isWhiteSpace(bytes[p]);
                if (!blank || blankBefore == 0) {
                    out[n++] = blank ? (byte) ' ' : bytes[p];
                }
                blankBefore = blank ? Lanes.MARKS : 0;
            }
        }
        if (n > 0 && blankBefore != 0) {
            n--;
        }
        return new String(out, 0, n, StandardCharsets.ISO_8859_1);
    }

    private boolean hasSurrogates() {
        for (int p = 0; p + 1 < length; p++) {
            // 0xED leads U+D000 to U+DFFF; the upper half of these are the surrogates
            if (bytes[p] == (byte) 0xED && (bytes[p + 1] & 0xFF) >= 0xA0) {
                return true;
            }
        }
        return false;
    }
}
