package io.ctxeval.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.StringTokenizer;

/**
 * Two classes of code points as CPython 3.11 has them, that is in Unicode 14.0, whatever version the Java in use knows
 * (handoff-and-budget.md 9.2). The ranges stand in {@code unicode14.txt}; here they are one bit a code point, 139 kB a class.
 */
public final class Unicode14 {
    private static final long[][] CLASSES = read();
    private static final long[] WORD = CLASSES[0];
    private static final long[] PRINTABLE = CLASSES[1];

    private Unicode14() {}

    /**
     * Letters (L*), numbers (N*) and the underscore: what Python's {@code \w} matches.
     *
     * @param codePoint 0 to 0x10FFFF
     */
    public static boolean isWord(int codePoint) {
        return (WORD[codePoint >> 6] >>> codePoint & 1) != 0;
    }

    /**
     * Whether Python's text form shows the code point as it is: the ASCII space, and all that isn't in Cc, Cf, Cs, Co, Cn, Zl, Zp
     * or Zs.
     *
     * @param codePoint 0 to 0x10FFFF
     */
    public static boolean isPrintable(int codePoint) {
        return (PRINTABLE[codePoint >> 6] >>> codePoint & 1) != 0;
    }

    private static long[][] read() {
        try (InputStream resource = Objects.requireNonNull(
                Unicode14.class.getResourceAsStream("unicode14.txt"), "unicode14.txt is missing")) {
            String[] lines = new String(resource.readAllBytes(), StandardCharsets.US_ASCII).split("\n", -1);
            return new long[][] {bits(lines[1], "word"), bits(lines[2], "printable")};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long[] bits(String line, String name) {
        long[] bits = new long[(Character.MAX_CODE_POINT + 1) >> 6];
        StringTokenizer numbers = new StringTokenizer(line, " ");
        if (!numbers.nextToken().equals(name)) {
            throw new IllegalStateException("unicode14.txt: the line of the class " + name + " is not in its place");
        }
        int next = 0;
        while (numbers.hasMoreTokens()) {
            next += Integer.parseInt(numbers.nextToken(), 36);
            int end = next + Integer.parseInt(numbers.nextToken(), 36);
            for (; next < end; next++) {
                bits[next >> 6] |= 1L << next;
            }
        }
        return bits;
    }
}
