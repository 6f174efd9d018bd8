package io.ctxeval.dataset.mapping;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The inside of a quoted Python literal: escapes and prefixes (Python language reference, 2.4.1). */
final class PythonText {
    private PythonText() {}

    /**
     * The text of the literal whose opening quote comes next; the closing quote is passed.
     *
     * @param prefix in lower case: empty, {@code u}, {@code r}, {@code b}, {@code br} or {@code rb}
     */
    static String quoted(PythonLiteral source, String prefix) {
        boolean raw = prefix.contains("r");
        boolean bytes = prefix.contains("b");
        if (!prefix.equals("u") && prefix.length() != (raw ? 1 : 0) + (bytes ? 1 : 0)) {
            throw new PythonLiteral.NoLiteral();
        }
        StringBuilder out = new StringBuilder();
        char quote = source.next();
        while (true) {
            char c = source.next();
            if (c == quote) {
                return bytes ? utf8(out) : out.toString();
            } else if (c != '\\') {
                out.append(c);
            } else if (raw) {
                out.append(c).append(source.next());
            } else {
                escape(source, bytes, out);
            }
        }
    }

    private static void escape(PythonLiteral source, boolean bytes, StringBuilder out) {
        char c = source.next();
        switch (c) {
            case 'n' -> out.append('\n');
            case 't' -> out.append('\t');
            case 'r' -> out.append('\r');
            case '\\', '\'', '"' -> out.append(c);
            case 'a' -> out.append('\u0007');
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'v' -> out.append('\u000B');
            case '\n' -> {
                // a line that goes on
            }
            case 'x' -> out.appendCodePoint(hex(source, 2));
            case 'u' -> unicode(source, bytes, c, 4, out);
            case 'U' -> unicode(source, bytes, c, 8, out);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(source, c, out);
            default -> out.append('\\').append(c);
        }
    }

    private static void unicode(PythonLiteral source, boolean bytes, char kind, int digits, StringBuilder out) {
        if (bytes) {
            out.append('\\').append(kind);
            return;
        }
        int codePoint = hex(source, digits);
        if (!Character.isValidCodePoint(codePoint)) {
            throw new PythonLiteral.NoLiteral();
        }
        out.appendCodePoint(codePoint);
    }

    private static int hex(PythonLiteral source, int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(source.next(), 16);
            if (digit < 0) {
                throw new PythonLiteral.NoLiteral();
            }
            value = (value << 4) | digit;
        }
        return value;
    }

    private static void octal(PythonLiteral source, char first, StringBuilder out) {
        int value = first - '0';
        for (int i = 1; i < 3 && source.peek() >= '0' && source.peek() <= '7'; i++) {
            value = (value << 3) | (source.next() - '0');
        }
        out.append((char) value);
    }

    private static String utf8(CharSequence units) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < units.length(); i++) {
            if (units.charAt(i) > 0xFF) {
                throw new PythonLiteral.NoLiteral();
            }
            bytes.write(units.charAt(i));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
