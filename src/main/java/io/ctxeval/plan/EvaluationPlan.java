package io.ctxeval.plan;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of one run: complete, checked, without secrets.
 *
 * @param job names the series of nights
 * @param runId given by the user; null: made from the start time
 * @param output folder of runs
 * @param state folder of ledger and history
 * @param inputs at least one
 * @param metrics ids asked for; empty: all that the data allow
 * @param groupBy dimensions by which scores are summarised besides the whole
 * @param thresholds by metric id, defaults included
 * @param gateGroups dimensions each of whose groups (n at least 30) is gated too
 * @param judge who judges
 * @param scoring settings that change scores
 * @param traceDefaults order and budgets for traces that carry none
 * @param rows format of the row tables
 * @param maxRejected greatest acceptable share of rejected records, in [0, 1]
 * @param privacyTexts what happens to texts outside the row tables
 * @param resultWeights weights of ctx_waste, ctx_suff, overall in the run's result; absent: 1
 */
public record EvaluationPlan(
        String job,
        @Nullable String runId,
        String output,
        String state,
        List<InputSpec> inputs,
        List<String> metrics,
        List<String> groupBy,
        Map<String, Threshold> thresholds,
        List<String> gateGroups,
        JudgePlan judge,
        ScoringOptions scoring,
        TraceDefaults traceDefaults,
        RowFormat rows,
        double maxRejected,
        PrivacyTexts privacyTexts,
        Map<String, Double> resultWeights)
        implements Serializable {
    public EvaluationPlan {
        inputs = List.copyOf(inputs);
        metrics = List.copyOf(metrics);
        groupBy = List.copyOf(groupBy);
        gateGroups = List.copyOf(gateGroups);
    }

    /**
     * Who judges.
     *
     * @param kind {@code lexical}, {@code given} or {@code none}
     */
    public record JudgePlan(String kind) implements Serializable {}

    /**
     * Settings that change scores.
     *
     * @param tokenizer {@code o200k_base}, {@code cl100k_base} or {@code chars4}
     * @param contextBudget tokens that a context may have; null: none
     * @param contradictionWeight lambda of metrics.md 3.3, at least 0
     * @param tokenWeighting whether ctx_waste weighs chunks by tokens instead of 1 each
     * @param includeInput whether the waste question shows the input
     * @param dropInvalidReferences metrics.md 3.2: bad ids in groups and pairs are dropped instead of making the row invalid
     * @param strictEvidence metrics.md 3.2: a used verdict without a verified quote becomes unused
     * @param strictSufficiency whether a row passes ctx_suff only if every aspect is covered
     * @param lenientCitations metrics.md 4.4 S4
     * @param vacuousFull metrics.md 4.1: an input that needs no information scores 100 instead of not applicable
     * @param maxAspects at least 1
     * @param contextFormat whether a context text is parsed as a JSON array; {@code text} or {@code json_array}
     * @param split how a context text is split: {@code none}, {@code paragraph} or a regular expression
     */
    public record ScoringOptions(
            String tokenizer,
            @Nullable Integer contextBudget,
            double contradictionWeight,
            boolean tokenWeighting,
            boolean includeInput,
            boolean dropInvalidReferences,
            boolean strictEvidence,
            boolean strictSufficiency,
            boolean lenientCitations,
            boolean vacuousFull,
            int maxAspects,
            String contextFormat,
            String split)
            implements Serializable {
        public static final ScoringOptions DEFAULTS = new ScoringOptions(
                "o200k_base", null, 1.0, false, false, false, false, false, false, false, 12, "text", "none");
    }

    /**
     * What serves traces that carry no order or budgets of their own.
     *
     * @param agentOrder null: none configured
     * @param budgets tokens by agent; empty: none configured
     */
    public record TraceDefaults(@Nullable List<String> agentOrder, Map<String, Long> budgets) implements Serializable {
        public static final TraceDefaults NONE = new TraceDefaults(null, Map.of());
    }

    public enum RowFormat {
        PARQUET,
        JSONL,
        CSV
    }

    public enum PrivacyTexts {
        KEEP,
        HASH,
        DROP
    }
}
