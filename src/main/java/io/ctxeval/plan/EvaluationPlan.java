package io.ctxeval.plan;

import io.ctxeval.score.ScoringOptions;
import io.ctxeval.trace.TraceDefaults;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param compare which versions are compared
 * @param contextPrice of a million context tokens of the model that answers; null: not known
 * @param dates the days that are evaluated; null: no certain ones
 * @param history how the run is held against earlier runs of its job
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
        ComparePlan compare,
        @Nullable Double contextPrice,
        @Nullable DateRange dates,
        HistoryPlan history)
        implements Serializable {
    private static final String VERSION = "retriever_version";
    private static final List<String> UNASKED = List.of(VERSION);

    public EvaluationPlan {
        inputs = List.copyOf(inputs);
        metrics = List.copyOf(metrics);
        groupBy = List.copyOf(groupBy);
        thresholds = Collections.unmodifiableMap(new LinkedHashMap<>(thresholds));
        gateGroups = List.copyOf(gateGroups);
        resultWeights = Collections.unmodifiableMap(new LinkedHashMap<>(resultWeights));
    }

    /** Columns that tell rows apart: those that scores are grouped by, and those whose values are the strata of a judge's sample. */
    public List<String> dimensions() {
        Set<String> dimensions = new LinkedHashSet<>(groupBy);
        dimensions.add(compare.by());
        SamplePlan sample = judge.sample();
        if (sample != null) {
            dimensions.addAll(sample.by());
        }
        return List.copyOf(dimensions);
    }

    /** The dimensions that somebody named: those of a plan that says nothing of them may be in no row. */
    public List<String> namedDimensions() {
        Set<String> named = new LinkedHashSet<>(dimensions());
        boolean groupedBy = groupBy.contains(VERSION) && !groupBy.equals(UNASKED);
        boolean comparedBy = compare.by().equals(VERSION) && compare.base() != null;
        if (!groupedBy && !comparedBy) {
            named.remove(VERSION);
        }
        return List.copyOf(named);
    }

    /** The same plan with a judge behind an endpoint replaced by what it has said before. */
    public EvaluationPlan onRecordedVerdicts() {
        ServedJudge served = judge.served();
        if (served == null) {
            return this;
        }
        return with(inputs, thresholds, new JudgePlan(judge.kind(), served.asRecorded(), judge.sample(), null));
    }

    /** The same plan over other inputs. */
    public EvaluationPlan over(List<InputSpec> others) {
        return with(others, thresholds, judge);
    }

    /** The same plan with other gates. */
    public EvaluationPlan gated(Map<String, Threshold> others) {
        return with(inputs, others, judge);
    }

    /** The same plan with another judge in the scoring pass. */
    public EvaluationPlan judgedBy(String kind) {
        return with(inputs, thresholds, JudgePlan.of(kind));
    }

    private EvaluationPlan with(
            List<InputSpec> otherInputs, Map<String, Threshold> otherThresholds, JudgePlan otherJudge) {
        return new EvaluationPlan(
                job,
                runId,
                output,
                state,
                otherInputs,
                metrics,
                groupBy,
                otherThresholds,
                gateGroups,
                otherJudge,
                scoring,
                traceDefaults,
                rows,
                maxRejected,
                privacyTexts,
                resultWeights,
                compare,
                contextPrice,
                dates,
                history);
    }

    /**
     * Who judges.
     *
     * @param kind {@code embedded}, {@code lexical}, {@code openai}, {@code anthropic}, {@code recorded}, {@code given} or {@code none}
     * @param served the judge behind an endpoint; null for all other kinds
     * @param sample which rows are judged; null: all
     * @param fallback the kind that judges where {@code embedded} can't be loaded; null: none does
     */
    public record JudgePlan(
            String kind,
            @Nullable ServedJudge served,
            @Nullable SamplePlan sample,
            @Nullable String fallback) implements Serializable {
        /** A judge without calls, for all rows. */
        public static JudgePlan of(String kind) {
            return new JudgePlan(kind, null, null, null);
        }
    }

    /**
     * Which versions are compared.
     *
     * @param by the dimension that tells versions apart
     * @param base the version that the others are compared with, whose regressions fail the run; null: the first in code point
     *     order, and none fails
     * @param margin points by which a version may be worse before the gate fails, in [0, 100]
     * @param coverage least share of the base's rows that the gate must see in pairs, in [0, 1]
     * @param metrics those that the gate looks at; empty: all
     */
    public record ComparePlan(String by, @Nullable String base, double margin, double coverage, List<String> metrics)
            implements Serializable {
        /** Retriever versions, none of them gated. */
        public static final ComparePlan DEFAULT = new ComparePlan(VERSION, null, 1, 0.9, List.of());

        public ComparePlan {
            metrics = List.copyOf(metrics);
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
