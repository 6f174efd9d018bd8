package io.ctxeval.dataset.mapping;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.RawJson;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value as JSON bytes. Only what is asked for is read; nothing is kept. NaN and Infinity are {@link Node.Kind#NULL}
 * (formats.md 3.3).
 *
 * <p>All values of a record may share one cursor, since none of the methods is left half way. Each of them throws {@link
 * io.ctxeval.json.MalformedJson} where the bytes are no JSON.
 */
public final class JsonValue implements Node {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final JsonCursor cursor;

    /**
     * A view of one value.
     *
     * @param from first byte of the value (no blank)
     * @param to end of the value, exclusive
     * @param cursor any cursor that reads NaN and Infinity and that nobody else is using meanwhile
     */
    @SuppressWarnings("EI_EXPOSE_REP2")
    public JsonValue(byte[] bytes, int from, int to, JsonCursor cursor) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.cursor = cursor;
    }

    /**
     * A JSON text of its own.
     *
     * @throws IllegalArgumentException where it isn't exactly one value
     */
    public static JsonValue of(String json) {
        JsonValue value = EmbeddedValue.json(json);
        if (value == null) {
            throw new IllegalArgumentException("not one JSON value: " + json);
        }
        return value;
    }

    @Override
    public Kind kind() {
        if (from >= to) {
            return Kind.NULL;
        }
        return switch (bytes[from]) {
            case '"' -> Kind.TEXT;
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.LIST;
            case 't', 'f' -> Kind.BOOLEAN;
            case 'n', 'N', 'I' -> Kind.NULL;
            case '-' -> from + 1 < to && bytes[from + 1] == 'I' ? Kind.NULL : Kind.NUMBER;
            default -> Kind.NUMBER;
        };
    }

    @Override
    public String text() {
        if (kind() == Kind.TEXT) {
            cursor.reset(bytes, from, to);
            return cursor.string();
        }
        return json();
    }

    @Override
    public List<Node> elements() {
        List<Node> elements = new ArrayList<>();
        cursor.reset(bytes, from, to);
        cursor.enterArray();
        while (cursor.nextElement()) {
            cursor.skip();
            elements.add(new JsonValue(bytes, cursor.valueFrom(), cursor.valueTo(), cursor));
        }
        return elements;
    }

    @Override
    public List<String> keys() {
        LinkedHashSet<String> keys = new LinkedHashSet<>();
        cursor.reset(bytes, from, to);
        cursor.enterObject();
        while (cursor.nextKey()) {
            keys.add(cursor.key());
            cursor.skip();
        }
        return List.copyOf(keys);
    }

    @Override
    public @Nullable Node get(String key) {
        JsonValue found = null;
        cursor.reset(bytes, from, to);
        cursor.enterObject();
        while (cursor.nextKey()) {
            boolean wanted = key.equals(cursor.key());
            cursor.skip();
            if (wanted) {
                found = new JsonValue(bytes, cursor.valueFrom(), cursor.valueTo(), cursor);
            }
        }
        return found;
    }

    @Override
    public String json() {
        return raw().json();
    }

    @Override
    public RawJson raw() {
        return new RawJson(bytes, from, to);
    }

    @Override
    public boolean isCell() {
        return false;
    }

    @Override
    public String toString() {
        return json();
    }
}
