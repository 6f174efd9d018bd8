package io.ctxeval.text;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.JsonCursor.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON so that every key of an object occurs once: at its first place, with its last value, as a Python dictionary and
 * most other readers have it. Nested values are worked off from a stack, not by recursion.
 */
final class DistinctKeys {
    private final JsonCursor cursor = new JsonCursor(true, Integer.MAX_VALUE);

    /** An entry or element as ranges of the source; an element has no key. */
    private record Item(int keyFrom, int keyTo, int from, int to) {
        Item withValue(int otherFrom, int otherTo) {
            return new Item(keyFrom, keyTo, otherFrom, otherTo);
        }
    }

    private record Open(char closer, Iterator<Item> rest) {}

    void write(byte[] json, int from, int to, Utf8Buffer out) {
        Deque<Open> open = new ArrayDeque<>();
        begin(json, from, to, out, open);
        boolean first = true;
        while (!open.isEmpty()) {
            Open innermost = open.getLast();
            if (!innermost.rest.hasNext()) {
                out.append(innermost.closer);
                open.removeLast();
                first = false;
                continue;
            }
            if (!first) {
                out.append(',');
            }
            Item item = innermost.rest.next();
            if (innermost.closer == '}') {
                out.append(json, item.keyFrom - 1, item.keyTo + 1);
                out.append(':');
            }
            first = begin(json, item.from, item.to, out, open);
        }
    }

    /** Writes a scalar whole, of a container its opener; says whether the first item is next. */
    private boolean begin(byte[] json, int from, int to, Utf8Buffer out, Deque<Open> open) {
        if (json[from] != '{' && json[from] != '[') {
            out.append(json, from, to);
            return false;
        }
        out.append(json[from]);
        cursor.reset(json, from, to);
        open.addLast(
                cursor.peek() == Token.OBJECT
                        ? new Open('}', entries().iterator())
                        : new Open(']', elements().iterator()));
        return true;
    }

    private List<Item> entries() {
        Map<String, Item> entries = new LinkedHashMap<>();
        cursor.enterObject();
        while (cursor.nextKey()) {
            Item key = new Item(cursor.keyFrom(), cursor.keyTo(), 0, 0);
            String name = cursor.key();
            cursor.skip();
            @Nullable Item earlier = entries.get(name);
            entries.put(name, (earlier == null ? key : earlier).withValue(cursor.valueFrom(), cursor.valueTo()));
        }
        return List.copyOf(entries.values());
    }

    private List<Item> elements() {
        List<Item> elements = new ArrayList<>();
        cursor.enterArray();
        while (cursor.nextElement()) {
            cursor.skip();
            elements.add(new Item(0, 0, cursor.valueFrom(), cursor.valueTo()));
        }
        return elements;
    }
}
