package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value in memory: what a Python literal or a function gives, and what tests write down. */
public sealed interface PlainValue extends Node
        permits PlainValue.Null,
                PlainValue.Text,
                PlainValue.Numeral,
                PlainValue.Bool,
                PlainValue.Elements,
                PlainValue.Entries,
                FlattenedElement {
    /** The explicit null. */
    @SuppressWarnings("ClassInitializationDeadlock") // a record of nothing waits for nobody
    PlainValue NULL = new Null();

    static Node text(@Nullable String text) {
        return text == null ? NULL : new Text(text);
    }

    /** A number as it is spelt. */
    static Node number(String spelling) {
        return new Numeral(spelling);
    }

    static Node bool(boolean value) {
        return new Bool(value);
    }

    static Node list(List<Node> elements) {
        return new Elements(List.copyOf(elements));
    }

    /** An object; the map is not copied and not to be changed. */
    static Node object(Map<String, Node> entries) {
        return new Entries(entries);
    }

    /**
     * The value of plain Java objects: null, {@link Node}, {@link CharSequence}, {@link Number}, {@link Boolean}, {@link
     * Iterable}, {@link Map} (its keys as text), nested as deep as wanted.
     *
     * @throws IllegalArgumentException for anything else
     */
    static Node of(@Nullable Object value) {
        if (value == null) {
            return NULL;
        } else if (value instanceof Node node) {
            return node;
        } else if (value instanceof CharSequence text) {
            return new Text(text.toString());
        } else if (value instanceof Number number) {
            return new Numeral(number.toString());
        } else if (value instanceof Boolean bool) {
            return new Bool(bool);
        } else if (value instanceof Iterable<?> items) {
            List<Node> elements = new ArrayList<>();
            items.forEach(item -> elements.add(of(item)));
            return new Elements(elements);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Node> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put(String.valueOf(key), of(item)));
            return new Entries(entries);
        }
        throw new IllegalArgumentException("no value of a record: " + value.getClass());
    }

    @Override
    default String text() {
        return "";
    }

    @Override
    default List<Node> elements() {
        return List.of();
    }

    @Override
    default List<String> keys() {
        return List.of();
    }

    @Override
    default @Nullable Node get(String key) {
        return null;
    }

    @Override
    default String json() {
        return JsonText.of(this);
    }

    @Override
    default boolean isCell() {
        return false;
    }

    /** The explicit null. */
    record Null() implements PlainValue {
        @Override
        public Kind kind() {
            return Kind.NULL;
        }
    }

    /** Characters. */
    record Text(@Override String text) implements PlainValue {
        @Override
        public Kind kind() {
            return Kind.TEXT;
        }
    }

    /** A number as it is spelt. */
    record Numeral(@Override String text) implements PlainValue {
        @Override
        public Kind kind() {
            return Kind.NUMBER;
        }
    }

    /** True or false. */
    record Bool(boolean value) implements PlainValue {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public String text() {
            return Boolean.toString(value);
        }
    }

    /** A list. */
    record Elements(@Override List<Node> elements) implements PlainValue {
        @Override
        public Kind kind() {
            return Kind.LIST;
        }
    }

    /** An object. */
    record Entries(Map<String, Node> entries) implements PlainValue {
        @Override
        public Kind kind() {
            return Kind.OBJECT;
        }

        @Override
        public List<String> keys() {
            return List.copyOf(entries.keySet());
        }

        @Override
        public @Nullable Node get(String key) {
            return entries.get(key);
        }
    }
}
