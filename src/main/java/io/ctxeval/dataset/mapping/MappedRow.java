package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.ReadingNotes;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A row with its canonical fields filled, before rows are grouped. It can be sent: JSON slices shrink to themselves.
 *
 * <p>The values stand in the order of the mapping's fields; only that mapping can read them.
 */
public final class MappedRow implements Serializable {
    private final Origin origin;
    private final int element;
    private final @Nullable String groupKey;
    private final @Nullable FieldValue[] values;
    private final ReadingNotes notes;
    private final boolean aside;

    MappedRow(
            Origin origin, int element, @Nullable String groupKey, @Nullable FieldValue[] values, ReadingNotes notes) {
        this(origin, element, groupKey, values, notes, false);
    }

    private MappedRow(
            Origin origin,
            int element,
            @Nullable String groupKey,
            @Nullable FieldValue[] values,
            ReadingNotes notes,
            boolean aside) {
        this.aside = aside;
        this.origin = origin;
        this.element = element;
        this.groupKey = groupKey;
        this.values = values;
        this.notes = notes;
    }

    /** A row that the filter leaves out and that its group may still ask for what it says about the rows below it. */
    static MappedRow aside(
            Origin origin, int element, @Nullable String groupKey, @Nullable FieldValue[] values, ReadingNotes notes) {
        return new MappedRow(origin, element, groupKey, values, notes, true);
    }

    /** Whether the filter leaves it out: it is no part of its group's record. */
    public boolean isAside() {
        return aside;
    }

    /** Where the record that holds the row stands. */
    public Origin origin() {
        return origin;
    }

    /** 0-based place of the row among its record's elements; -1 where the record is the row. */
    public int element() {
        return element;
    }

    /** Rows with the same key are one record; null where the mapping doesn't group. */
    public @Nullable String groupKey() {
        return groupKey;
    }

    public ReadingNotes notes() {
        return notes;
    }

    @Nullable FieldValue value(int field) {
        return values[field];
    }

    /** The text of a field that holds one. */
    @Nullable String text(int field) {
        return field >= 0 && values[field] instanceof FieldValue.Text text ? text.text() : null;
    }

    /** A copy with other values. */
    MappedRow with(@Nullable FieldValue[] others, ReadingNotes otherNotes) {
        return new MappedRow(origin, element, groupKey, others, otherNotes, aside);
    }

    @Nullable FieldValue[] copyOfValues() {
        return values.clone();
    }

    /** A field as Spark SQL sees it: null, a {@link String} or a list of them. */
    @Nullable Object plain(int field) {
        FieldValue value = values[field];
        if (value instanceof FieldValue.Text text) {
            return text.text();
        } else if (value instanceof FieldValue.Texts texts) {
            return texts.texts();
        } else if (value instanceof FieldValue.Json json) {
            return json.raw().json();
        } else if (value instanceof FieldValue.Context context
                && context.context() instanceof io.ctxeval.sample.RetrievedContext.Chunks chunks) {
            return chunks.chunks().stream().map(io.ctxeval.sample.Chunk::text).toList();
        }
        return null;
    }

    @Override
    public String toString() {
        return origin + (element < 0 ? "" : "#" + element);
    }
}
