package io.ctxeval.score;

import java.util.Locale;

/** A canonical field that a metric may need. */
public enum Field {
    INPUT,
    OUTPUT,
    CONTEXT,
    REFERENCE,
    REFERENCE_CONTEXT,
    RETRIEVED_IDS,
    RELEVANCE,
    REFERENCE_GROUPS,
    TRACE_EVENTS,
    BUDGET_LEDGER;

    /** The field's name in mappings and messages. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
