package io.ctxeval.plan;

import io.ctxeval.score.ScoringOptions;
import io.ctxeval.trace.TraceDefaults;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
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
 * @param contextPrice of a million context tokens of the model that answers; null: not known
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
        Map<String, Double> resultWeights,
        @Nullable Double contextPrice)
        implements Serializable {
    public EvaluationPlan {
        inputs = List.copyOf(inputs);
        metrics = List.copyOf(metrics);
        groupBy = List.copyOf(groupBy);
        thresholds = Collections.unmodifiableMap(new LinkedHashMap<>(thresholds));
        gateGroups = List.copyOf(gateGroups);
        resultWeights = Collections.unmodifiableMap(new LinkedHashMap<>(resultWeights));
    }

    /** The same plan with a judge behind an endpoint replaced by what it has said before. */
    public EvaluationPlan onRecordedVerdicts() {
        ServedJudge served = judge.served();
        if (served == null) {
            return this;
        }
        return new EvaluationPlan(
                job,
                runId,
                output,
                state,
                inputs,
                metrics,
                groupBy,
                thresholds,
                gateGroups,
                new JudgePlan(judge.kind(), served.asRecorded(), judge.sample()),
                scoring,
                traceDefaults,
                rows,
                maxRejected,
                privacyTexts,
                resultWeights,
                contextPrice);
    }

    /**
     * Who judges.
     *
     * @param kind {@code lexical}, {@code openai}, {@code anthropic}, {@code recorded}, {@code given} or {@code none}
     * @param served the judge behind an endpoint; null for all other kinds
     * @param sample which rows are judged; null: all
     */
    public record JudgePlan(
            String kind,
            @Nullable ServedJudge served,
            @Nullable SamplePlan sample) implements Serializable {
        /** A judge without calls, for all rows. */
        public static JudgePlan of(String kind) {
            return new JudgePlan(kind, null, null);
        }
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
