package io.ctxeval.rehearsal;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint wants of a request. Its text form hides the key.
 *
 * @param key what every request must carry; null: none is asked for
 * @param contextWindow tokens of prompt and output limit together, above which a request is refused; a token is four characters
 * @param refusedParameters answered with a 400 that names them: fields of the body, or {@code json_schema} and {@code
 *     json_object} for the forms of structured output
 */
public record Demands(@Nullable String key, long contextWindow, Set<String> refusedParameters) {
    /** Everything is welcome. */
    public static final Demands NONE = new Demands(null, Long.MAX_VALUE, Set.of());

    public Demands {
        if (contextWindow < 1) {
            throw new IllegalArgumentException("context-window: " + contextWindow + "; must be 1 or more");
        }
        refusedParameters = Set.copyOf(refusedParameters);
    }

    @Override
    public String toString() {
        return "Demands[key=" + (key == null ? "none" : "***") + ", contextWindow=" + contextWindow
                + ", refusedParameters=" + refusedParameters + "]";
    }
}
