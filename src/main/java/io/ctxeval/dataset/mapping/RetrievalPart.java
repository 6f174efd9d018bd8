package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.Origin;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of an information-retrieval file (formats.md 1): one of the pieces that samples are put together from. */
public sealed interface RetrievalPart extends Serializable {
    Origin origin();

    /** How relevant a document is to a query. */
    record Label(Origin origin, String query, String document, double relevance) implements RetrievalPart {}

    /**
     * A document that a run has for a query.
     *
     * @param version who retrieved it; null: the run doesn't say
     * @param score larger is better; null: the rank says the order
     * @param rank as the run says it; null: it doesn't
     * @param text the document's text; null where no corpus has it
     * @param dimensions of the row, without the version
     */
    record Hit(
            Origin origin,
            String query,
            String document,
            @Nullable String version,
            @Nullable Float score,
            @Nullable Double rank,
            @Nullable String text,
            Map<String, String> dimensions)
            implements RetrievalPart {
        /** The same hit with its document's text. */
        public Hit with(@Nullable String found) {
            return new Hit(origin, query, document, version, score, rank, found, dimensions);
        }

        /** What tells versions apart; "" for the one without a name. */
        public String versionKey() {
            return version == null ? "" : version;
        }
    }

    /** A query with what is known of it. */
    record Question(
            Origin origin,
            String query,
            @Nullable String input,
            @Nullable List<String> reference,
            @Nullable List<String> referenceContext,
            Map<String, String> dimensions)
            implements RetrievalPart {}

    /** A document of a corpus. */
    record Document(Origin origin, String document, String text) implements RetrievalPart {}
}
