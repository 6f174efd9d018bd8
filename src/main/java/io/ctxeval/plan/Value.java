package io.ctxeval.plan;

import java.util.List;

/** A setting as it was written: characters, not yet a number or a word of a list. */
sealed interface Value {
    Place place();

    /** The value for a message, on one line and not too long. */
    default String shown() {
        if (this instanceof Text written) {
            String text = written.text();
            int length = text.codePointCount(0, text.length());
            return text.isEmpty()
                    ? "\"\""
                    : length <= 80 ? text : text.substring(0, text.offsetByCodePoints(0, 77)) + "...";
        }
        return this instanceof Blank ? "nothing" : this instanceof Items ? "a list" : "a group of keys";
    }

    /** Nothing, which leaves what held before. */
    record Blank(Place place) implements Value {}

    record Text(String text, Place place) implements Value {}

    record Items(List<Value> values, Place place) implements Value {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** Keys in the order written, each once. */
    record Entries(List<Entry> entries, Place place) implements Value {
        public Entries {
            entries = List.copyOf(entries);
        }
    }

    record Entry(String key, Value value, Place place) {}
}
