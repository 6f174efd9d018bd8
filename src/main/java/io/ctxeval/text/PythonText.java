package io.ctxeval.text;

import io.ctxeval.json.JsonStrings;
import io.ctxeval.json.Lanes;
import io.ctxeval.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Python's {@code str()} of a value parsed from JSON (handoff-and-budget.md 3.2), straight from the JSON bytes: {@code
 * [{"role": "user", "n": 1e5, "ok": true}]} gives {@code [{'role': 'user', 'n': 100000.0, 'ok': True}]}. A string at the top
 * level is its own text. Printable is what CPython 3.11 calls so ({@link Unicode14}). An instance is reused; it is not
 * thread-safe.
 *
 * <p>A key that occurs twice in an object stands at its first place with its last value. That is found while writing, by the
 * hashes of the keys written; then the value is written anew from JSON in which every key is distinct ({@link DistinctKeys}).
 *
 * <p>The literals NaN and Infinity, which Python's own reader accepts, give {@code nan} and {@code inf}.
 */
public final class PythonText {
    private static final long QUOTES = Lanes.all('"');
    private static final long APOSTROPHES = Lanes.all('\'');
    private static final long BACKSLASHES = Lanes.all('\\');
    /** From so many keys on, an object is taken to have duplicates: a search through the keys before would be dear. */
    private static final int MOST_KEYS = 64;

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final DistinctKeys distinctKeys = new DistinctKeys();
    private final Utf8Buffer distinct = new Utf8Buffer();

    private byte[] json = {};
    private int end;
    private Utf8Buffer out = distinct;
    private boolean keysAreDistinct;

    /** For every open container, its closing byte. */
    private byte[] closers = new byte[64];
    /** For every open container, where its keys begin in {@link #keyHashes}. */
    private int[] firstKeys = new int[64];

    private int open;
    private long[] keyHashes = new long[64];
    private int keys;

    /**
     * Appends the text form of a value.
     *
     * @param bytes hold valid JSON
     * @param from first byte of the value
     * @param to its end
     */
    public void write(byte[] bytes, int from, int to, Utf8Buffer target) {
        if (bytes[from] == '"') {
            target.appendDecoded(bytes, from + 1, to - 1);
            return;
        }
        writeQuoted(bytes, from, to, target);
    }

    /** The text form of a value. */
    public String of(RawJson value) {
        Utf8Buffer text = new Utf8Buffer();
        write(value.bytes(), value.from(), value.to(), text);
        return text.toString();
    }

    private void writeQuoted(byte[] bytes, int from, int to, Utf8Buffer target) {
        int mark = target.length;
        out = target;
        keysAreDistinct = false;
        if (!value(bytes, from, to)) {
            target.length = mark;
            distinct.clear();
            distinctKeys.write(bytes, from, to, distinct);
            keysAreDistinct = true;
            value(distinct.bytes, 0, distinct.length);
        }
    }

    /** Writes a value; false if it met a key twice, or perhaps did. */
    private boolean value(byte[] bytes, int from, int to) {
        json = bytes;
        end = to;
        open = 0;
        keys = 0;
        int p = from;
        while (true) {
            byte first = json[p];
            if (first == '{' || first == '[') {
                push(first);
                p = blanks(p + 1);
                if (json[p] != closers[open - 1]) {
                    if (first == '{') {
                        p = key(p);
                        if (p < 0) {
                            return false;
                        }
                    }
                    continue;
                }
            } else {
                p = first == '"' ? string(p) : scalar(p);
            }
            boolean another = false;
            while (open > 0 && !another) {
                p = blanks(p);
                another = json[p] == ',';
                if (!another) {
                    p = pop(p);
                }
            }
            if (!another) {
                return true;
            }
            out.appendAscii(", ");
            p = blanks(p + 1);
            if (closers[open - 1] == '}') {
                p = key(p);
                if (p < 0) {
                    return false;
                }
            }
        }
    }

    private void push(byte opener) {
        if (open == closers.length) {
            closers = Arrays.copyOf(closers, 2 * open);
            firstKeys = Arrays.copyOf(firstKeys, 2 * open);
        }
        // ']' and '}' are two above their openers
        closers[open] = (byte) (opener + 2);
        firstKeys[open] = keys;
        open++;
        out.append(opener);
    }

    private int pop(int p) {
        open--;
        keys = firstKeys[open];
        out.append(json[p]);
        return p + 1;
    }

    /** Writes a key and goes to its value; -1 if the object seems to have it already. */
    private int key(int from) {
        int written = out.length;
        int p = string(from);
        if (!keysAreDistinct && !remember(hash(out.bytes, written, out.length))) {
            return -1;
        }
        out.appendAscii(": ");
        return blanks(blanks(p) + 1);
    }

    private boolean remember(long hash) {
        int first = firstKeys[open - 1];
        for (int i = first; i < keys; i++) {
            if (keyHashes[i] == hash) {
                return false;
            }
        }
        if (keys == keyHashes.length) {
            keyHashes = Arrays.copyOf(keyHashes, 2 * keys);
        }
        keyHashes[keys++] = hash;
        return keys - first <= MOST_KEYS;
    }

    /** Of the key in quoted form, which is one for each text. */
    private static long hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int p = from;
        for (; p + Lanes.COUNT <= to; p += Lanes.COUNT) {
            hash = (hash ^ Lanes.read(bytes, p)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        for (; p < to; p++) {
            hash = (hash ^ bytes[p]) * 0x9E3779B97F4A7C15L;
        }
        return hash ^ hash >>> 32;
    }

    private int scalar(int p) {
        switch (json[p]) {
            case 't' -> out.appendAscii("True");
            case 'f' -> out.appendAscii("False");
            case 'n' -> out.appendAscii("None");
            case 'N' -> out.appendAscii("nan");
            case 'I' -> out.appendAscii("inf");
            default -> {
                return number(p);
            }
        }
        return endOfWord(p);
    }

    private int endOfWord(int from) {
        int p = from;
        while (p < end && (json[p] >= 'A' || json[p] == '-') && json[p] != ']' && json[p] != '}') {
            p++;
        }
        return p;
    }

    private int number(int from) {
        if (json[from] == '-' && json[from + 1] == 'I') {
            out.appendAscii("-inf");
            return endOfWord(from);
        }
        boolean whole = true;
        int p = from;
        for (; p < end; p++) {
            byte c = json[p];
            if (c == '.' || c == 'e' || c == 'E') {
                whole = false;
            } else if (c != '-' && c != '+' && (c < '0' || c > '9')) {
                break;
            }
        }
        if (!whole) {
            String spelling = new String(json, from, p - from, StandardCharsets.US_ASCII);
            out.appendAscii(PythonNumbers.text(Double.parseDouble(spelling)));
        } else {
            boolean minusZero = json[from] == '-' && json[from + 1] == '0';
            out.append(json, minusZero ? from + 1 : from, p);
        }
        return p;
    }

    /**
     * Writes a string in quoted form, from its opening quote to behind the closing one. The quote to use depends on the whole
     * string, so an apostrophe is taken first and the start is mended at the end.
     */
    private int string(int from) {
        out.reserve(end - from);
        int start = out.length;
        out.bytes[out.length++] = '\'';
        int apostrophes = 0;
        boolean doubleQuotes = false;
        int p = from + 1;
        while (true) {
            p = plain(p);
            byte c = json[p];
            if (c == '"') {
                break;
            } else if (c == '\'') {
                out.bytes[out.length++] = '\'';
                apostrophes++;
                p++;
            } else if (c == '\\' && json[p + 1] == 'n') {
                out.bytes[out.length++] = '\\';
                out.bytes[out.length++] = 'n';
                p += 2;
            } else {
                int codePoint;
                if (c != '\\') {
                    codePoint = Utf8Buffer.decode(json, p);
                    p += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
                } else if (json[p + 1] != 'u') {
                    codePoint = JsonStrings.escaped(json, p);
                    p += 2;
                } else {
                    codePoint = JsonStrings.escapedCodePoint(json, p, end);
                    p += JsonStrings.escapeLength(codePoint);
                }
                apostrophes += codePoint == '\'' ? 1 : 0;
                doubleQuotes |= codePoint == '"';
                character(codePoint);
                out.reserve(end - p);
            }
        }
        close(start, apostrophes, doubleQuotes);
        return p + 1;
    }

    /** Copies up to the next quote, apostrophe, backslash, DEL or byte that isn't ASCII. */
    private int plain(int from) {
        byte[] source = json;
        byte[] target = out.bytes;
        int n = out.length;
        int p = from;
        int last = end - Lanes.COUNT;
        while (p <= last) {
            long w = Lanes.read(source, p);
            Lanes.write(target, n, w);
            long marks = (Lanes.equal(w, QUOTES)
                            | Lanes.equal(w, APOSTROPHES)
                            | Lanes.equal(w, BACKSLASHES)
                            | (w + Lanes.ONES)
                            | w)
                    & Lanes.MARKS;
            if (marks != 0) {
                int count = Lanes.first(marks);
                out.length = n + count;
                return p + count;
            }
            p += Lanes.COUNT;
            n += Lanes.COUNT;
        }
        while (true) {
            byte c = source[p];
            if (c == '"' || c == '\'' || c == '\\' || c == 0x7F || c < 0) {
                out.length = n;
                return p;
            }
            target[n++] = c;
            p++;
        }
    }

    private void character(int codePoint) {
        switch (codePoint) {
            case '\n' -> out.appendAscii("\\n");
            case '\r' -> out.appendAscii("\\r");
            case '\t' -> out.appendAscii("\\t");
            case '\\' -> out.appendAscii("\\\\");
            default -> {
                if (Unicode14.isPrintable(codePoint)) {
                    out.append(codePoint);
                } else if (codePoint < 0x100) {
                    escape('x', 2, codePoint);
                } else if (codePoint < 0x10000) {
                    escape('u', 4, codePoint);
                } else {
                    escape('U', 8, codePoint);
                }
            }
        }
    }

    private void escape(char kind, int digits, int codePoint) {
        out.append('\\');
        out.append(kind);
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            out.append(HEX[codePoint >> shift & 0xF]);
        }
    }

    private void close(int start, int apostrophes, boolean doubleQuotes) {
        if (apostrophes > 0 && !doubleQuotes) {
            out.bytes[start] = '"';
            out.append('"');
            return;
        }
        if (apostrophes > 0) {
            escapeApostrophes(start + 1, apostrophes);
        }
        out.append('\'');
    }

    private void escapeApostrophes(int from, int count) {
        out.reserve(count);
        byte[] bytes = out.bytes;
        int read = out.length;
        int write = read + count;
        out.length = write;
        while (write > read) {
            byte c = bytes[--read];
            bytes[--write] = c;
            if (c == '\'' && read >= from) {
                bytes[--write] = '\\';
            }
        }
    }

    private int blanks(int from) {
        int p = from;
        while (p < end && json[p] <= ' ' && json[p] >= 0) {
            p++;
        }
        return p;
    }
}
