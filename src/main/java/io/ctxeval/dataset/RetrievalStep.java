package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.RetrievalPart;
import java.io.Serializable;

/** What crosses the shuffles of a retrieval join: a part of samples, or an outcome that has nothing to do with them. */
sealed interface RetrievalStep extends Serializable {
    /** Parts of one query meet; an outcome stays by itself. */
    String byQuery();

    /** Hits on a document meet it. */
    String byDocument();

    record Part(RetrievalPart part) implements RetrievalStep {
        @Override
        public String byQuery() {
            return "q" + queryOf(part);
        }

        @Override
        public String byDocument() {
            if (part instanceof RetrievalPart.Hit hit) {
                return "d" + hit.document();
            }
            return part instanceof RetrievalPart.Document document ? "d" + document.document() : byQuery();
        }

        private static String queryOf(RetrievalPart part) {
            if (part instanceof RetrievalPart.Label label) {
                return label.query();
            } else if (part instanceof RetrievalPart.Hit hit) {
                return hit.query();
            }
            return part instanceof RetrievalPart.Question question ? question.query() : "";
        }
    }

    record Done(Outcome outcome) implements RetrievalStep {
        @Override
        public String byQuery() {
            Origin origin = outcome.origin();
            return "o" + origin.position() + " " + origin.file();
        }

        @Override
        public String byDocument() {
            return byQuery();
        }
    }
}
