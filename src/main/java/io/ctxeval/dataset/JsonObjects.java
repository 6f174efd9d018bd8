package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.JsonValue;
import io.ctxeval.dataset.mapping.RecordNode;
import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the fields that are looked at out of JSON objects (formats.md 4.2). All of an object is validated, but for the fields that
 * a later reader validates; nothing else is parsed.
 */
final class JsonObjects {
    /** Keys of a record whose columns are remembered by their place; further ones are looked up each time. */
    private static final int MOST_PLACES = 512;

    private final RecordPlace place;
    private final Set<String> validatedLater;
    private final JsonCursor cursor = new JsonCursor(true);
    /** For the fields: they are read while {@link #cursor} stands in the middle of a line. */
    private final JsonCursor fieldCursor = new JsonCursor(true);

    private final List<KnownKey> knownKeys = new ArrayList<>();
    private byte[] bytes = {};
    private int from;
    private int to;
    private long offset;
    private @Nullable Long line;
    private boolean ended = true;

    /**
     * A cutter for one file.
     *
     * @param validatedLater columns of which only the end is looked for
     */
    JsonObjects(RecordPlace place, Set<String> validatedLater) {
        this.place = place;
        this.validatedLater = Set.copyOf(validatedLater);
    }

    /** The key that an earlier record had in some place: records of one file mostly have the same keys in the same order. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record KnownKey(byte[] bytes, String name, int slot, boolean validatedLater) {}

    /**
     * Stands before a text of any number of values.
     *
     * @param offset where the text begins in the file
     * @param line number of its line; null: not known
     */
    void start(byte[] bytes, int from, int to, long offset, @Nullable Long line) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.offset = offset;
        this.line = line;
        ended = false;
        cursor.reset(bytes, from, to);
    }

    /** The next value of the text; null at its end. What follows something that is no JSON is part of it. */
    @Nullable Found next() {
        if (ended) {
            return null;
        }
        int start = cursor.position();
        try {
            JsonCursor.Token first = cursor.peek();
            start = cursor.position();
            if (first == JsonCursor.Token.END) {
                ended = true;
                return null;
            }
            if (first == JsonCursor.Token.OBJECT) {
                return new Found.Intact(object(start));
            }
            cursor.skip();
            return unreadable(start, "found " + named(first) + ", expected an object");
        } catch (MalformedJson e) {
            ended = true;
            // Counted within the record, so that the reason is the same wherever the record stands.
            return unreadable(
                    start,
                    "not JSON at byte " + (e.offset() - (start - from)) + " of the record: found " + e.found()
                            + ", expected " + e.expected());
        }
    }

    private static String named(JsonCursor.Token token) {
        return switch (token) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a text";
            case NUMBER -> "a number";
            case TRUE, FALSE -> "a boolean";
            case NULL -> "null";
            case END -> "nothing";
        };
    }

    private Found unreadable(int start, String reason) {
        long position = offset + start - from;
        return new Found.Unreadable(
                new Rejection(place.at(position), line, null, reason, Excerpts.of(bytes, start, to)));
    }

    private RecordNode object(int start) {
        Columns columns = place.columns();
        RecordNode node = place.record(columns == null ? columnsAt(start) : columns, offset + start - from, line);
        cursor.enterObject();
        for (int i = 0; cursor.nextKey(); i++) {
            KnownKey key = key(i, node.columns(), columns != null);
            if (key.slot < 0) {
                cursor.skip();
                continue;
            }
            if (key.validatedLater) {
                cursor.skipUnchecked();
            } else {
                cursor.skip();
            }
            node.put(key.slot, key.name, new JsonValue(bytes, cursor.valueFrom(), cursor.valueTo(), fieldCursor));
        }
        node.whole(new JsonValue(bytes, start, cursor.position(), fieldCursor));
        return node;
    }

    /** All columns of the object that starts here. */
    private Columns columnsAt(int start) {
        List<String> keys = new ArrayList<>();
        fieldCursor.reset(bytes, start, to);
        fieldCursor.enterObject();
        while (fieldCursor.nextKey()) {
            keys.add(fieldCursor.key());
            fieldCursor.skip();
        }
        return new Columns(keys);
    }

    private KnownKey key(int i, Columns columns, boolean shared) {
        if (shared && i < knownKeys.size() && cursor.keyIs(knownKeys.get(i).bytes)) {
            return knownKeys.get(i);
        }
        String name = cursor.key();
        int slot = columns.slot(name);
        boolean later = slot >= 0 && validatedLater.contains(columns.names().get(slot));
        KnownKey key = new KnownKey(name.getBytes(StandardCharsets.UTF_8), name, slot, later);
        boolean plain = Arrays.equals(bytes, cursor.keyFrom(), cursor.keyTo(), key.bytes, 0, key.bytes.length);
        if (shared && plain && i < MOST_PLACES) {
            if (i < knownKeys.size()) {
                knownKeys.set(i, key);
            } else if (i == knownKeys.size()) {
                knownKeys.add(key);
            }
        }
        return key;
    }
}
