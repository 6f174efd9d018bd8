package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.Rejection;
import org.jspecify.annotations.Nullable;

/** Rejections of mapped records, with a bounded excerpt. */
final class Rejections {
    private Rejections() {}

    static Rejection of(RecordNode record, @Nullable String field, String reason, @Nullable Node value) {
        return new Rejection(record.origin(), record.line(), field, reason, excerpt(value));
    }

    /** A kind of value, for a sentence. */
    static String named(Node.Kind kind) {
        return switch (kind) {
            case NULL -> "null";
            case TEXT -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case LIST -> "a list";
            case OBJECT -> "an object";
        };
    }

    static @Nullable String excerpt(@Nullable Node value) {
        if (value == null) {
            return null;
        }
        String text = value.kind() == Node.Kind.TEXT ? value.text() : value.json();
        int end = Math.min(text.length(), Rejection.EXCERPT_CHARACTERS);
        boolean cutsPair = end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, cutsPair ? end - 1 : end);
    }
}
