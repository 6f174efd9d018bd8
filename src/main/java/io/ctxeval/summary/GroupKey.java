package io.ctxeval.summary;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names a group of rows: the dimensions by which rows are grouped with this group's values. Groups are ordered by their
 * dimensions and values in code point order, null first, the whole before all others.
 *
 * @param parts in the order of the plan; empty: all rows
 */
public record GroupKey(List<Part> parts) implements Comparable<GroupKey>, Serializable {
    /** All rows. */
    public static final GroupKey WHOLE = new GroupKey(List.of());

    private static final String WHOLE_TEXT = "all";
    private static final String SEPARATOR = ", ";

    public GroupKey {
        parts = List.copyOf(parts);
    }

    /**
     * One dimension.
     *
     * @param value null: the row has none
     */
    public record Part(String dimension, @Nullable String value) implements Comparable<Part>, Serializable {
        private static final Comparator<Part> ORDER = Comparator.comparing(Part::dimension, CodePointOrder.NULL_FIRST)
                .thenComparing(Part::value, CodePointOrder.NULL_FIRST);

        @Override
        public int compareTo(Part other) {
            return ORDER.compare(this, other);
        }
    }

    /** The group of a row with these values, in the order of {@code dimensions}. */
    public static GroupKey of(List<String> dimensions, Map<String, String> values) {
        if (dimensions.isEmpty()) {
            return WHOLE;
        }
        List<Part> parts = new ArrayList<>(dimensions.size());
        for (String dimension : dimensions) {
            parts.add(new Part(dimension, values.get(dimension)));
        }
        return new GroupKey(parts);
    }

    /** The larger group that only some of the dimensions tell apart. */
    public GroupKey onto(List<String> dimensions) {
        List<Part> kept = new ArrayList<>(dimensions.size());
        for (String dimension : dimensions) {
            kept.add(new Part(dimension, value(dimension)));
        }
        return new GroupKey(kept);
    }

    public boolean isWhole() {
        return parts.isEmpty();
    }

    /** The value of a dimension; null also where the group isn't told apart by it. */
    public @Nullable String value(String dimension) {
        for (Part part : parts) {
            if (part.dimension().equals(dimension)) {
                return part.value();
            }
        }
        return null;
    }

    /**
     * The group as tables show it: {@code all}, or {@code retriever_version=v1, lang=de}; a null value is a name without
     * {@code =}. Backslashes before {@code \ , =} in names and values make it readable by {@link #parse}.
     */
    public String text() {
        if (isWhole()) {
            return WHOLE_TEXT;
        }
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(text.isEmpty() ? "" : SEPARATOR).append(escaped(part.dimension()));
            if (part.value() != null) {
                text.append('=').append(escaped(part.value()));
            }
        }
        return text.toString().equals(WHOLE_TEXT) ? "\\" + WHOLE_TEXT : text.toString();
    }

    /** Reads what {@link #text()} wrote. */
    public static GroupKey parse(String text) {
        if (text.equals(WHOLE_TEXT)) {
            return WHOLE;
        }
        List<Part> parts = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        String name = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                piece.append(text.charAt(++i));
            } else if (c == '=' && name == null) {
                name = piece.toString();
                piece.setLength(0);
            } else if (c == ',') {
                parts.add(part(name, piece.toString()));
                name = null;
                piece.setLength(0);
                i++;
            } else {
                piece.append(c);
            }
        }
        parts.add(part(name, piece.toString()));
        return new GroupKey(parts);
    }

    @Override
    public int compareTo(GroupKey other) {
        int common = Math.min(parts.size(), other.parts.size());
        for (int i = 0; i < common; i++) {
            int order = parts.get(i).compareTo(other.parts.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(parts.size(), other.parts.size());
    }

    @Override
    public String toString() {
        return text();
    }

    private static Part part(@Nullable String name, String piece) {
        return name == null ? new Part(piece, null) : new Part(name, piece);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }
}
