package io.ctxeval.json;

import java.nio.charset.StandardCharsets;

/** Text of JSON strings that a {@link JsonCursor} has validated. */
public final class JsonStrings {
    private JsonStrings() {}

    /**
     * The text between the quotes of a valid JSON string. Halves of surrogate pairs that stand alone as escapes are kept as they
     * are.
     *
     * @param from first byte behind the opening quote
     * @param to the closing quote
     */
    public static String decode(byte[] bytes, int from, int to) {
        int backslash = indexOfBackslash(bytes, from, to);
        if (backslash == to) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(to - from);
        int plainFrom = from;
        while (backslash < to) {
            text.append(new String(bytes, plainFrom, backslash - plainFrom, StandardCharsets.UTF_8));
            text.append(escaped(bytes, backslash));
            plainFrom = backslash + (bytes[backslash + 1] == 'u' ? 6 : 2);
            backslash = indexOfBackslash(bytes, plainFrom, to);
        }
        return text.append(new String(bytes, plainFrom, to - plainFrom, StandardCharsets.UTF_8))
                .toString();
    }

    /**
     * The code point of the valid escape {@code \\u....} at this backslash, joined with a second such escape right behind it if
     * the two are a surrogate pair; a half that stands alone is itself.
     *
     * @param to end of the string
     */
    public static int escapedCodePoint(byte[] bytes, int backslash, int to) {
        char unit = escaped(bytes, backslash);
        int next = backslash + 6;
        if (Character.isHighSurrogate(unit) && next + 1 < to && bytes[next] == '\\' && bytes[next + 1] == 'u') {
            char second = escaped(bytes, next);
            if (Character.isLowSurrogate(second)) {
                return Character.toCodePoint(unit, second);
            }
        }
        return unit;
    }

    /** How many bytes the escapes take that {@link #escapedCodePoint} read. */
    public static int escapeLength(int codePoint) {
        return Character.isSupplementaryCodePoint(codePoint) ? 12 : 6;
    }

    /** The UTF-16 unit that the valid escape at this backslash stands for. */
    public static char escaped(byte[] bytes, int backslash) {
        byte kind = bytes[backslash + 1];
        return switch (kind) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int unit = 0;
                for (int i = backslash + 2; i < backslash + 6; i++) {
                    unit = unit << 4 | Character.digit(bytes[i], 16);
                }
                yield (char) unit;
            }
            default -> (char) kind;
        };
    }

    private static int indexOfBackslash(byte[] bytes, int from, int to) {
        int p = from;
        while (p < to && bytes[p] != '\\') {
            p++;
        }
        return p;
    }
}
