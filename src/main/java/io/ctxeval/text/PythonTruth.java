package io.ctxeval.text;

import java.nio.charset.StandardCharsets;

/** Which JSON values Python takes for false, and what a value is called in messages. */
public final class PythonTruth {
    private PythonTruth() {}

    /**
     * Whether a value counts as absent in the reference (handoff-and-budget.md 2): null, false, any zero, an empty text, list or
     * object. NaN and Infinity count as null (formats.md 3.3).
     *
     * @param json holds valid JSON
     * @param from first byte of the value
     * @param to its end
     */
    public static boolean isFalsy(byte[] json, int from, int to) {
        return switch (json[from]) {
            case '"' -> to - from == 2;
            case '{', '[' -> isEmptyContainer(json, from, to);
            case 't' -> false;
            case 'f', 'n', 'N', 'I' -> true;
            case '-' -> json[from + 1] == 'I' || isZero(json, from + 1, to);
            default -> isZero(json, from, to);
        };
    }

    /** What a value is, for a reader: {@code text}, {@code a number}, {@code an object}. */
    public static String kindOf(byte[] json, int from) {
        return switch (json[from]) {
            case '"' -> "text";
            case '{' -> "an object";
            case '[' -> "a list";
            case 't' -> "true";
            case 'f' -> "false";
            case 'n' -> "null";
            case 'N' -> "NaN";
            case 'I' -> "Infinity";
            case '-' -> json[from + 1] == 'I' ? "-Infinity" : "a number";
            default -> "a number";
        };
    }

    private static boolean isEmptyContainer(byte[] json, int from, int to) {
        int p = from + 1;
        while (p < to && json[p] <= ' ' && json[p] >= 0) {
            p++;
        }
        return p == to - 1;
    }

    private static boolean isZero(byte[] json, int from, int to) {
        boolean exponent = false;
        boolean zero = true;
        for (int p = from; p < to; p++) {
            byte c = json[p];
            if (c == 'e' || c == 'E') {
                exponent = true;
                break;
            }
            zero &= c == '0' || c == '.';
        }
        // 1e-400 is zero as a double
        return zero
                || (exponent && Double.parseDouble(new String(json, from, to - from, StandardCharsets.US_ASCII)) == 0);
    }
}
