package io.ctxeval.dataset.mapping;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value that is written inside a text: JSON first, then Python's literals (formats.md 3.2). */
final class EmbeddedValue {
    private static final Pattern CALL = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*\\(.*\\)", Pattern.DOTALL);

    private EmbeddedValue() {}

    /** The list, object or JSON string that the whole text writes down; null where it is plain text. */
    static @Nullable Node in(String text) {
        String trimmed = text.strip();
        if (!isBracketed(trimmed) && !trimmed.startsWith("array(")) {
            return null;
        }
        Node json = json(trimmed);
        return json != null || trimmed.charAt(0) == '"' ? json : PythonLiteral.read(trimmed);
    }

    /** The JSON value that the whole text is; null where it is none. */
    static @Nullable JsonValue json(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(true);
        try {
            cursor.reset(bytes, 0, bytes.length);
            if (cursor.peek() == JsonCursor.Token.END) {
                return null;
            }
            cursor.skip();
            int from = cursor.valueFrom();
            int to = cursor.valueTo();
            return cursor.peek() == JsonCursor.Token.END ? new JsonValue(bytes, from, to, cursor) : null;
        } catch (MalformedJson plainText) {
            return null;
        }
    }

    /** Whether a text without a grammar looks like a printed list or object: it is kept whole and counted. */
    static boolean looksPrinted(String text) {
        String trimmed = text.strip();
        return trimmed.length() >= 2
                && ((trimmed.charAt(0) == '[' && trimmed.endsWith("]"))
                        || (trimmed.charAt(0) == '{' && trimmed.endsWith("}"))
                        || CALL.matcher(trimmed).matches());
    }

    private static boolean isBracketed(String text) {
        if (text.length() < 2) {
            return false;
        }
        char last = text.charAt(text.length() - 1);
        return switch (text.charAt(0)) {
            case '[' -> last == ']';
            case '{' -> last == '}';
            case '(' -> last == ')';
            case '"' -> last == '"';
            default -> false;
        };
    }
}
