package io.ctxeval.dataset.mapping;

import java.util.List;
import java.util.Map;

/** What a canonical field holds (formats.md 1, 4.1). */
enum Target {
    /** One text. */
    TEXT,
    /** Texts, none of them null. */
    TEXTS,
    /** Texts in the places of a list. */
    PLACED_TEXTS,
    /** Chunks. */
    CONTEXT,
    /** A text, or a list as JSON text: labels beside the chunks. */
    LABELS,
    /** A count of tokens, as it is spelt. */
    COUNT,
    /** JSON as it stands. */
    JSON;

    private static final Map<String, Target> SPECIAL = Map.ofEntries(
            Map.entry("context", CONTEXT),
            Map.entry("reference", TEXTS),
            Map.entry("reference_context", PLACED_TEXTS),
            Map.entry("aspects", TEXTS),
            Map.entry("context_ids", LABELS),
            Map.entry("context_scores", LABELS),
            Map.entry("retrieved_ids", LABELS),
            Map.entry("relevance", LABELS),
            Map.entry("reference_context_ids", LABELS),
            Map.entry("reference_groups", LABELS),
            Map.entry("trace_events", JSON),
            Map.entry("agent_order", JSON),
            Map.entry("budget_ledger", JSON),
            Map.entry("ctx_waste_judgement", JSON),
            Map.entry("ctx_suff_judgement", JSON));

    /** Those of a ledger stay as they are, for the metric to judge (handoff-and-budget.md 4). */
    private static final List<String> COUNTS_OF_EVENTS = List.of("input_tokens", "output_tokens", "budget_tokens");

    private static final List<String> OF_SAMPLES = List.of(
            "sample_id",
            "input",
            "output",
            "context",
            "context_ids",
            "context_scores",
            "reference",
            "reference_context",
            "retriever_version",
            "as_of",
            "aspects",
            "cluster_id",
            "retrieved_ids",
            "relevance",
            "reference_context_ids",
            "reference_groups",
            "ctx_waste_judgement",
            "ctx_suff_judgement",
            "trace_events",
            "agent_order",
            "budget_ledger");

    private static final List<String> OF_EVENTS = List.of(
            "sample_id",
            "retriever_version",
            "cluster_id",
            "agent_order",
            "event",
            "trace",
            "order",
            "time",
            "type",
            "agent",
            "request",
            "response",
            "model",
            "input_tokens",
            "output_tokens",
            "budget_tokens");

    private static final List<String> OF_LEDGER = List.of(
            "sample_id",
            "retriever_version",
            "cluster_id",
            "trace",
            "order",
            "time",
            "agent",
            "used_tokens",
            "budget_tokens");

    private static final List<String> OF_QRELS = List.of("query_id", "doc_id", "relevance");

    private static final List<String> OF_RUNS =
            List.of("query_id", "doc_id", "rank", "score", "run", "retriever_version");

    private static final List<String> OF_QUERIES =
            List.of("query_id", "input", "reference", "reference_context", "cluster_id");

    private static final List<String> OF_CORPUS = List.of("doc_id", "title", "text");

    static Target of(RowKind kind, String field) {
        if (kind.ofRetrieval() && field.equals("relevance")) {
            return TEXT;
        }
        if (kind.ofTraces() && (field.equals("event") || field.equals("request"))) {
            return JSON;
        }
        if (kind == RowKind.EVENTS && COUNTS_OF_EVENTS.contains(field)) {
            return COUNT;
        }
        return SPECIAL.getOrDefault(field, TEXT);
    }

    /** The fields that a column of their name fills by itself. */
    static List<String> canonicalFields(RowKind kind) {
        return switch (kind) {
            case SAMPLES -> OF_SAMPLES;
            case EVENTS -> OF_EVENTS;
            case LEDGER -> OF_LEDGER;
            case QRELS -> OF_QRELS;
            case RUN -> OF_RUNS;
            case QUERIES -> OF_QUERIES;
            case CORPUS -> OF_CORPUS;
        };
    }
}
