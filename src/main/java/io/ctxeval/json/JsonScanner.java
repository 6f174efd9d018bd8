package io.ctxeval.json;

import java.util.Locale;

/**
 * The lexical half of {@link JsonCursor}: passes blanks, strings, numbers and literals, each method from an index to the index
 * behind. Inside strings it looks at eight bytes at a time ({@link Lanes}).
 */
final class JsonScanner {
    private static final long QUOTES = Lanes.all('"');
    private static final long BACKSLASHES = Lanes.all('\\');
    private static final long SPACES = Lanes.all(' ');

    private byte[] bytes = {};
    private int start;
    private int end;

    /** Set by {@link #passString} where it meets a backslash; cleared by the caller. */
    boolean escaped;

    void reset(byte[] buffer, int from, int to) {
        bytes = buffer;
        start = from;
        end = to;
    }

    int blanks(int from) {
        int p = from;
        while (p < end) {
            byte c = bytes[p];
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                return p;
            }
            p++;
        }
        return p;
    }

    void expect(int p, int wanted, String expected) {
        if (p >= end || bytes[p] != wanted) {
            throw fault(p, expected);
        }
    }

    /** From behind a key to before its value. */
    int passColon(int from) {
        int p = blanks(from);
        expect(p, ':', "':'");
        return blanks(p + 1);
    }

    /** From an opening quote to behind the closing one. */
    int passString(int from) {
        byte[] b = bytes;
        int last = end - Lanes.COUNT;
        int p = from + 1;
        while (true) {
            while (p <= last) {
                long w = Lanes.read(b, p);
                long marks = (Lanes.equal(w, QUOTES) | Lanes.equal(w, BACKSLASHES) | (w - SPACES) | w) & Lanes.MARKS;
                if (marks != 0) {
                    p += Lanes.first(marks);
                    break;
                }
                p += Lanes.COUNT;
            }
            if (p >= end) {
                throw fault(p, "the closing quote of a string");
            }
            byte c = b[p];
            if (c == '"') {
                return p + 1;
            } else if (c == '\\') {
                p = passEscape(p);
            } else if (c < 0) {
                p = passMultibyte(p);
            } else if (c < ' ') {
                throw fault(p, "control characters of a string as escapes such as \\u0000");
            } else {
                p++;
            }
        }
    }

    private int passEscape(int backslash) {
        escaped = true;
        int p = backslash + 1;
        if (p >= end) {
            throw fault(p, "the rest of an escape");
        }
        switch (bytes[p]) {
            case 'n', '"', '\\', 't', 'r', '/', 'b', 'f' -> {
                return p + 1;
            }
            case 'u' -> {
                for (int i = p + 1; i < p + 5; i++) {
                    if (i >= end || Character.digit(bytes[i], 16) < 0) {
                        throw fault(i, "four hexadecimal digits after \\u");
                    }
                }
                return p + 5;
            }
            default -> throw fault(p, "one of \" \\ / b f n r t u after a backslash");
        }
    }

    /** Passes one character of 2 to 4 bytes as Unicode 14, table 3-7 has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
    private int passMultibyte(int p) {
        int lead = bytes[p] & 0xFF;
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (lead < 0xC2 || lead > 0xF4 || p + length > end) {
            throw fault(p, "valid UTF-8");
        }
        int second = bytes[p + 1] & 0xFF;
        if (second < least || second > most) {
            throw fault(p, "valid UTF-8");
        }
        for (int i = p + 2; i < p + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                throw fault(p, "valid UTF-8");
            }
        }
        return p + length;
    }

    int passScalar(int p, boolean allowNonFinite) {
        return switch (bytes[p]) {
            case 't' -> passLiteral(p, "true");
            case 'f' -> passLiteral(p, "false");
            case 'n' -> passLiteral(p, "null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                boolean infinite = allowNonFinite && p + 1 < end && bytes[p + 1] == 'I';
                yield infinite ? passLiteral(p, "-Infinity") : passNumber(p);
            }
            default -> {
                if (allowNonFinite && bytes[p] == 'N') {
                    yield passLiteral(p, "NaN");
                }
                if (allowNonFinite && bytes[p] == 'I') {
                    yield passLiteral(p, "Infinity");
                }
                throw fault(p, "a value");
            }
        };
    }

    private int passLiteral(int from, String literal) {
        int length = literal.length();
        for (int i = 0; i < length; i++) {
            if (from + i >= end || bytes[from + i] != literal.charAt(i)) {
                throw fault(from + i, literal);
            }
        }
        return endOfWord(from + length, literal);
    }

    int passNumber(int from) {
        int p = from < end && bytes[from] == '-' ? from + 1 : from;
        if (p < end && bytes[p] == '0') {
            p++;
        } else {
            p = passDigits(p);
        }
        if (p < end && bytes[p] == '.') {
            p = passDigits(p + 1);
        }
        if (p < end && (bytes[p] | 0x20) == 'e') {
            p++;
            if (p < end && (bytes[p] == '+' || bytes[p] == '-')) {
                p++;
            }
            p = passDigits(p);
        }
        return endOfWord(p, "a number");
    }

    private int passDigits(int from) {
        int p = from;
        while (p < end && bytes[p] >= '0' && bytes[p] <= '9') {
            p++;
        }
        if (p == from) {
            throw fault(p, "a digit");
        }
        return p;
    }

    /** Refuses {@code 01}, {@code 1.2.3}, {@code nullx}: a word that goes on behind a number or a literal. */
    private int endOfWord(int p, String word) {
        if (p < end) {
            byte c = bytes[p];
            boolean goesOn = c < 0
                    || c == '.'
                    || c == '+'
                    || c == '-'
                    || c == '_'
                    || (c >= '0' && c <= '9')
                    || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
            if (goesOn) {
                throw fault(p, "the end of " + word);
            }
        }
        return p;
    }

    /** From an opening bracket or brace to behind the one that closes it, by counting; what is inside is not validated. */
    int passBracketed(int from) {
        byte[] b = bytes;
        int open = 0;
        int p = from;
        while (p < end) {
            byte c = b[p];
            if (c == '"') {
                p = passStringUnchecked(p);
                continue;
            }
            p++;
            // '[' and '{', ']' and '}' differ in one bit
            int bracket = c | 0x20;
            if (bracket == '{') {
                open++;
            } else if (bracket == '}' && --open == 0) {
                return p;
            }
        }
        throw fault(p, "the end of a list or object");
    }

    private int passStringUnchecked(int from) {
        byte[] b = bytes;
        int last = end - Lanes.COUNT;
        int p = from + 1;
        while (true) {
            while (p <= last) {
                long w = Lanes.read(b, p);
                long marks = Lanes.equal(w, QUOTES) & ~w & Lanes.MARKS;
                if (marks != 0) {
                    p += Lanes.first(marks);
                    break;
                }
                p += Lanes.COUNT;
            }
            if (p >= end) {
                throw fault(p, "the closing quote of a string");
            }
            if (b[p] == '"' && !afterOddBackslashes(p)) {
                return p + 1;
            }
            p++;
        }
    }

    /** Whether the byte is escaped: the backslashes right before it are odd in number. The string's opening quote ends the search. */
    private boolean afterOddBackslashes(int p) {
        int q = p;
        while (bytes[q - 1] == '\\') {
            q--;
        }
        return ((p - q) & 1) == 1;
    }

    MalformedJson fault(int p, String expected) {
        return new MalformedJson(p - start, found(p), expected);
    }

    private String found(int p) {
        if (p >= end) {
            return "the end of the text";
        }
        int c = bytes[p] & 0xFF;
        if (c == 0) {
            return "a NUL byte (0x00; the file may be UTF-16, which must become UTF-8, no text at all, or torn)";
        }
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : String.format(Locale.ROOT, "byte 0x%02X", c);
    }
}
