package io.ctxeval.text;

import io.ctxeval.json.Lanes;

/**
 * The tokens of the exact hand-off rule (handoff-and-budget.md 3.4), one after another: the lower-cased text is cut into maximal
 * runs of word characters ({@link Unicode14#isWord}); a run is a token if it has {@value #SHORTEST} or more characters and all are
 * ASCII letters or digits. {@code "Load user_profile at café 4711"} has {@code load} and {@code 4711}.
 *
 * <p>Lower-casing an ASCII letter sets bit 5, which digits have anyway. Two other characters turn into ASCII: the Kelvin sign into
 * {@code k}, and capital I with a dot above into {@code i} and a combining dot, which ends the run. A text with one of them is
 * rewritten before it is cut.
 */
final class AsciiTokens {
    static final int SHORTEST = 4;
    /** Up to so many characters the key is the token itself. */
    static final int EXACT = Lanes.COUNT;

    private static final long CASE_BITS = Lanes.all(0x20);
    private static final int KELVIN_SIGN = 0x212A;
    private static final int CAPITAL_I_WITH_DOT = 0x130;
    private static final int COMBINING_DOT = 0x307;

    private final Utf8Buffer rewritten = new Utf8Buffer();
    private byte[] bytes = {};
    private int end;
    private int position;

    private long key;
    private int from;
    private int length;

    /** Starts over with a text, which must not change until the last token is read. */
    void over(Utf8Buffer text) {
        Utf8Buffer source = text.ascii || !lowersToAscii(text) ? text : rewrite(text);
        Lanes.write(source.bytes, source.length, 0);
        bytes = source.bytes;
        end = source.length;
        position = 0;
    }

    /** Goes to the next token; false if there is none. */
    boolean next() {
        byte[] b = bytes;
        int p = position;
        while (p < end) {
            long lanes = Lanes.read(b, p);
            int count = leadingAlphanumerics(lanes);
            long packed = count < Lanes.COUNT ? Lanes.lowest(lanes | CASE_BITS, count) : lanes | CASE_BITS;
            int q = p + count;
            if (count == Lanes.COUNT) {
                int rest = leadingAlphanumerics(Lanes.read(b, q));
                while (rest == Lanes.COUNT) {
                    packed = mix(packed, Lanes.read(b, q) | CASE_BITS);
                    q += Lanes.COUNT;
                    rest = leadingAlphanumerics(Lanes.read(b, q));
                }
                if (rest > 0) {
                    packed = mix(packed, Lanes.lowest(Lanes.read(b, q) | CASE_BITS, rest));
                    q += rest;
                }
            }
            int size = 1;
            byte stop = b[q];
            if (stop < 0 || stop == '_') {
                int codePoint = Utf8Buffer.decode(b, q);
                if (Unicode14.isWord(codePoint)) {
                    p = endOfRun(q);
                    continue;
                }
                size = size(codePoint);
            }
            if (q - p >= SHORTEST) {
                key = packed;
                from = p;
                length = q - p;
                position = q + size;
                return true;
            }
            p = q + size;
        }
        position = p;
        return false;
    }

    /** Of a token of at most {@value #EXACT} characters itself, first character lowest; of a longer one a hash. */
    long key() {
        return key;
    }

    /** Where the token begins in {@link #bytes}. */
    int from() {
        return from;
    }

    int length() {
        return length;
    }

    /** The bytes that {@link #from} counts in. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether two tokens of the same length are equal but for case. */
    static boolean equal(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
        int i = 0;
        for (; i + Lanes.COUNT <= length; i += Lanes.COUNT) {
            if ((Lanes.read(a, aFrom + i) | CASE_BITS) != (Lanes.read(b, bFrom + i) | CASE_BITS)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if ((a[aFrom + i] | 0x20) != (b[bFrom + i] | 0x20)) {
                return false;
            }
        }
        return true;
    }

    /** How many ASCII letters and digits the lanes begin with, 0 to 8. */
    static int leadingAlphanumerics(long lanes) {
        long x = lanes & ~Lanes.MARKS;
        long lower = x | CASE_BITS;
        // adding 0x80 - c marks the lanes of at least c: below, letters and digits, less what lies above 'z' and '9'
        long letters = (lower + Lanes.all(0x80 - 'a')) & ~(lower + Lanes.all(0x7F - 'z'));
        long digits = (x + Lanes.all(0x80 - '0')) & ~(x + Lanes.all(0x7F - '9'));
        long others = ~((letters | digits) & ~lanes) & Lanes.MARKS;
        return others == 0 ? Lanes.COUNT : Lanes.first(others);
    }

    static long mix(long hash, long lanes) {
        long mixed = (hash ^ lanes) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    private int endOfRun(int from) {
        int p = from;
        while (p < end) {
            int codePoint = Utf8Buffer.decode(bytes, p);
            if (!Unicode14.isWord(codePoint)) {
                return p + size(codePoint);
            }
            p += size(codePoint);
        }
        return p;
    }

    private static int size(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    private static boolean lowersToAscii(Utf8Buffer text) {
        for (int p = 0; p < text.length; p += text.sizeAt(p)) {
            int codePoint = text.codePointAt(p);
            if (codePoint == KELVIN_SIGN || codePoint == CAPITAL_I_WITH_DOT) {
                return true;
            }
        }
        return false;
    }

    private Utf8Buffer rewrite(Utf8Buffer text) {
        rewritten.clear();
        for (int p = 0; p < text.length; p += text.sizeAt(p)) {
            int codePoint = text.codePointAt(p);
            if (codePoint == KELVIN_SIGN) {
                rewritten.append('k');
            } else if (codePoint == CAPITAL_I_WITH_DOT) {
                rewritten.append('i');
                rewritten.append(COMBINING_DOT);
            } else {
                rewritten.append(codePoint);
            }
        }
        rewritten.reserve(0);
        return rewritten;
    }
}
