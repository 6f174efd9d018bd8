package io.ctxeval.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks JSON text (RFC 8259, strictly) in UTF-8 bytes from value to value. It validates what it passes and makes nothing but
 * byte ranges: a tree, a map or a string comes into being only where the caller asks for one. One cursor serves any number of
 * texts; it is not thread-safe.
 *
 * <p>The caller follows the structure: {@link #peek} says which value starts here, then exactly one of {@link #enterObject},
 * {@link #enterArray}, {@link #string}, {@link #number}, {@link #skip} and {@link #skipUnchecked} takes it. Example, for {@code
 * {"id": 7, "tags": ["a"]}}:
 *
 * <pre>{@code
 * cursor.enterObject();
 * while (cursor.nextKey()) {
 *     if (cursor.keyIs(ID)) {
 *         id = cursor.number();
 *     } else {
 *         cursor.skip();
 *     }
 * }
 * }</pre>
 *
 * <p>Duplicate keys are reported as often as they occur. Several values may follow one another ({@code {} {}}): {@link #peek}
 * after a value says whether there is a next one. Values are read in a loop, not by recursion, so that depth costs no stack.
 *
 * <p>Every method that reads throws {@link MalformedJson} where the text is no JSON.
 */
public final class JsonCursor {
    /** Containers within containers that are accepted unless told otherwise. */
    public static final int DEFAULT_MAX_DEPTH = 10_000;

    /** What starts at the cursor. */
    public enum Token {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        TRUE,
        FALSE,
        /** The literal null; with {@code allowNonFinite} also NaN, Infinity and -Infinity. */
        NULL,
        /** Nothing but blanks up to the end. */
        END
    }

    private static final byte[] NOTHING = {};

    private final boolean allowNonFinite;
    private final int maxDepth;

    private final JsonScanner scanner = new JsonScanner();
    private byte[] bytes = NOTHING;
    private int start;
    private int end;
    private int position;

    /** Containers entered and not left. */
    private int depth;
    /** Whether the last step entered a container, so that no comma is due. */
    private boolean opened;

    private int keyFrom;
    private int keyTo;
    private boolean keyEscaped;
    private int valueFrom;
    private int valueTo;

    /** For every container open inside {@link #skip}, the byte that closes it; grows to at most {@code maxDepth}. */
    private byte[] closers = new byte[64];

    /** A cursor that refuses NaN and Infinity. */
    public JsonCursor() {
        this(false, DEFAULT_MAX_DEPTH);
    }

    /**
     * A cursor for logs of Python tools, if {@code allowNonFinite}.
     *
     * @param allowNonFinite whether the literals NaN, Infinity and -Infinity are read, as {@link Token#NULL}
     */
    public JsonCursor(boolean allowNonFinite) {
        this(allowNonFinite, DEFAULT_MAX_DEPTH);
    }

    /**
     * A cursor with a nesting limit of its own.
     *
     * @param allowNonFinite whether the literals NaN, Infinity and -Infinity are read, as {@link Token#NULL}
     * @param maxDepth containers within containers that are accepted, at least 1
     */
    public JsonCursor(boolean allowNonFinite, int maxDepth) {
        if (maxDepth < 1) {
            throw new IllegalArgumentException("maxDepth " + maxDepth + " must be at least 1");
        }
        this.allowNonFinite = allowNonFinite;
        this.maxDepth = maxDepth;
    }

    /** Stands before the first byte of a range, of which nothing has been read. */
    public void reset(byte[] bytes, int from, int to) {
        if (from < 0 || to < from || to > bytes.length) {
            throw new IllegalArgumentException("range " + from + ".." + to + " is not inside 0.." + bytes.length);
        }
        this.bytes = bytes;
        start = from;
        end = to;
        position = from;
        depth = 0;
        opened = false;
        keyFrom = keyTo = valueFrom = valueTo = from;
        scanner.reset(bytes, from, to);
    }

    public void reset(RawJson json) {
        reset(json.bytes(), json.from(), json.to());
    }

    /** The buffer that the positions count in. */
    @SuppressWarnings("EI_EXPOSE_REP")
    public byte[] bytes() {
        return bytes;
    }

    /** Index in the buffer of the next byte to read. */
    public int position() {
        return position;
    }

    /** Passes blanks and says which value starts here. Its first byte only is looked at. */
    public Token peek() {
        int p = scanner.blanks(position);
        position = p;
        if (p >= end) {
            if (depth > 0) {
                throw scanner.fault(p, "a value");
            }
            return Token.END;
        }
        return switch (bytes[p]) {
            case '{' -> Token.OBJECT;
            case '[' -> Token.ARRAY;
            case '"' -> Token.STRING;
            case 't' -> Token.TRUE;
            case 'f' -> Token.FALSE;
            case 'n' -> Token.NULL;
            case '-' -> allowNonFinite && p + 1 < end && bytes[p + 1] == 'I' ? Token.NULL : Token.NUMBER;
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Token.NUMBER;
            case 'N', 'I' -> {
                if (allowNonFinite) {
                    yield Token.NULL;
                }
                throw scanner.fault(p, "a value");
            }
            default -> throw scanner.fault(p, "a value");
        };
    }

    /** Goes into the object that starts here; {@link #nextKey} follows. */
    public void enterObject() {
        enter('{', "an object");
    }

    /** Goes into the array that starts here; {@link #nextElement} follows. */
    public void enterArray() {
        enter('[', "an array");
    }

    private void enter(char opener, String what) {
        int p = scanner.blanks(position);
        scanner.expect(p, opener, what);
        if (++depth > maxDepth) {
            throw tooDeep(p);
        }
        position = p + 1;
        opened = true;
    }

    /**
     * Goes to the next entry of the object that the cursor is in: reads its key and stands before its value. The value before it
     * must have been taken.
     *
     * @return false at the closing brace, which is passed
     */
    public boolean nextKey() {
        int p = nextItem('}', "',' or '}'");
        if (p < 0) {
            return false;
        }
        scanner.expect(p, '"', "a key in double quotes");
        scanner.escaped = false;
        keyFrom = p + 1;
        p = scanner.passString(p);
        keyTo = p - 1;
        keyEscaped = scanner.escaped;
        position = scanner.passColon(p);
        return true;
    }

    /**
     * Goes to the next element of the array that the cursor is in. The element before it must have been taken.
     *
     * @return false at the closing bracket, which is passed
     */
    public boolean nextElement() {
        int p = nextItem(']', "',' or ']'");
        if (p < 0) {
            return false;
        }
        position = p;
        if (p < end && bytes[p] == ']') {
            throw scanner.fault(p, "a value");
        }
        return true;
    }

    /** The start of the next item, or -1 if the closer was there and has been passed. */
    private int nextItem(char closer, String expected) {
        int p = scanner.blanks(position);
        boolean first = opened;
        opened = false;
        if (p < end && bytes[p] == closer) {
            depth--;
            position = p + 1;
            return -1;
        }
        if (first) {
            return p;
        }
        scanner.expect(p, ',', expected);
        return scanner.blanks(p + 1);
    }

    /** First byte of the last key, inside its quotes. */
    public int keyFrom() {
        return keyFrom;
    }

    /** End of the last key, exclusive, inside its quotes. */
    public int keyTo() {
        return keyTo;
    }

    /** Whether the last key is this one, escapes resolved. */
    public boolean keyIs(byte[] asciiName) {
        if (keyEscaped) {
            return key().equals(new String(asciiName, StandardCharsets.US_ASCII));
        }
        return Arrays.equals(bytes, keyFrom, keyTo, asciiName, 0, asciiName.length);
    }

    /** The last key, escapes resolved. */
    public String key() {
        return JsonStrings.decode(bytes, keyFrom, keyTo);
    }

    /** First byte of the last value that was taken whole: a string's opening quote, a container's opener. */
    public int valueFrom() {
        return valueFrom;
    }

    /** End of the last value that was taken whole, exclusive. */
    public int valueTo() {
        return valueTo;
    }

    /** The last value that was taken whole, as a slice of the buffer. */
    public RawJson value() {
        return new RawJson(bytes, valueFrom, valueTo);
    }

    /** Takes the string that starts here, escapes resolved; halves of surrogate pairs that stand alone are kept. */
    public String string() {
        int p = scanner.blanks(position);
        scanner.expect(p, '"', "a string");
        took(p, scanner.passString(p));
        return JsonStrings.decode(bytes, valueFrom + 1, valueTo - 1);
    }

    /** Takes the number that starts here, as it is spelt. */
    public String number() {
        int p = scanner.blanks(position);
        took(p, scanner.passNumber(p));
        return new String(bytes, valueFrom, valueTo - valueFrom, StandardCharsets.US_ASCII);
    }

    /** Takes the value that starts here, validating all of it. */
    public void skip() {
        int p = scanner.blanks(position);
        took(p, passValue(p));
    }

    /**
     * Takes the value that starts here by its quotes and brackets only, about twice as fast: for values that a later reader
     * validates. What is inside may be no JSON, and of text that is none the end may be another than {@link #skip} would say.
     */
    public void skipUnchecked() {
        int p = scanner.blanks(position);
        boolean container = p < end && (bytes[p] == '{' || bytes[p] == '[');
        took(p, container ? scanner.passBracketed(p) : passValue(p));
    }

    private void took(int from, int to) {
        valueFrom = from;
        valueTo = to;
        position = to;
        opened = false;
    }

    private int passValue(int from) {
        int p = from;
        int open = 0;
        while (true) {
            if (p >= end) {
                throw scanner.fault(p, "a value");
            }
            byte first = bytes[p];
            if (first == '"') {
                p = scanner.passString(p);
            } else if (first == '{') {
                open = push(p, open, '}');
                p = scanner.blanks(p + 1);
                if (p >= end || bytes[p] != '}') {
                    p = passKey(p);
                    continue;
                }
                open--;
                p++;
            } else if (first == '[') {
                open = push(p, open, ']');
                p = scanner.blanks(p + 1);
                if (p >= end || bytes[p] != ']') {
                    continue;
                }
                open--;
                p++;
            } else {
                p = scanner.passScalar(p, allowNonFinite);
            }
            while (open > 0) {
                p = scanner.blanks(p);
                byte closer = closers[open - 1];
                if (p < end && bytes[p] == ',') {
                    p = scanner.blanks(p + 1);
                    if (closer == '}') {
                        p = passKey(p);
                    }
                    break;
                }
                scanner.expect(p, closer, closer == '}' ? "',' or '}'" : "',' or ']'");
                open--;
                p++;
            }
            if (open == 0) {
                return p;
            }
        }
    }

    private int passKey(int p) {
        scanner.expect(p, '"', "a key in double quotes");
        return scanner.passColon(scanner.passString(p));
    }

    private int push(int p, int open, char closer) {
        if (depth + open >= maxDepth) {
            throw tooDeep(p);
        }
        if (open == closers.length) {
            closers = Arrays.copyOf(closers, 2 * open);
        }
        closers[open] = (byte) closer;
        return open + 1;
    }

    private MalformedJson tooDeep(int p) {
        return new MalformedJson(
                p - start, "another level", "at most " + maxDepth + " lists and objects in one another");
    }
}
