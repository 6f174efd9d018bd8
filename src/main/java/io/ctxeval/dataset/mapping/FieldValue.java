package io.ctxeval.dataset.mapping;

import io.ctxeval.json.RawJson;
import io.ctxeval.sample.RetrievedContext;
import java.io.Serializable;
import java.util.List;

/** The value of one canonical field of a row, in its final type. */
sealed interface FieldValue extends Serializable {
    /** A text, a name, a number as it is spelt. */
    record Text(String text) implements FieldValue {}

    /** Accepted answers and the like. */
    record Texts(List<String> texts) implements FieldValue {
        public Texts {
            texts = List.copyOf(texts);
        }
    }

    /** What was retrieved. */
    record Context(RetrievedContext context) implements FieldValue {}

    /**
     * JSON text as it stands.
     *
     * @param exact whether the text is the source's own
     */
    record Json(RawJson raw, boolean exact) implements FieldValue {}
}
