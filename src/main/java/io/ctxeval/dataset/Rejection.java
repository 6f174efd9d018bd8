package io.ctxeval.dataset;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A record that can't be used. An output, counted, never dropped in silence.
 *
 * @param field the mapped field at fault; null where the record itself isn't readable
 * @param line 1-based line for messages, where it is known
 * @param reason what was found and what was expected
 * @param excerpt the start of the record or value, at most {@value #EXCERPT_CHARACTERS} characters
 */
public record Rejection(
        Origin origin,
        @Nullable Long line,
        @Nullable String field,
        String reason,
        @Nullable String excerpt) implements Outcome, Serializable {
    public static final int EXCERPT_CHARACTERS = 200;

    /** File, line or position, field and reason, as users read it. */
    public String sentence() {
        return origin.file()
                + (line == null ? " at " + origin.position() : " line " + line)
                + (field == null ? "" : ", field " + field) + ": " + reason;
    }
}
