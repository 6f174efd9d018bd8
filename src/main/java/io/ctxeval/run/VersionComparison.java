package io.ctxeval.run;

import io.ctxeval.compare.Comparison;
import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.ComparisonSettings;
import io.ctxeval.compare.ComparisonState;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.EvaluationPlan.ComparePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Compares the versions of a run, each with the base, from the table {@code scores} that the run has just written (metrics.md 7).
 * Fewer than two versions are no comparison and cost no job.
 */
final class VersionComparison {
    /** Above this many versions the column tells something else apart, and the state of all pairs would be large. */
    static final int MOST_VERSIONS = 16;

    /** Resamples are the same in every run, so that an interval moves with the scores alone. */
    static final long SEED = 20_261_130;

    private final SparkSession spark;
    private final ScoringPlan plan;
    private final ComparePlan asked;

    VersionComparison(SparkSession spark, ScoringPlan plan) {
        this.spark = spark;
        this.plan = plan;
        this.asked = plan.plan().compare();
    }

    /**
     * What comparing came to.
     *
     * @param comparisons one for each version but the base
     * @param notes sentences for a reader
     * @param problem why the regression gate that was asked for can't be told; null: it can, or none was
     */
    record Result(
            List<Comparison> comparisons,
            List<String> notes,
            @Nullable String problem) {
        Result {
            comparisons = List.copyOf(comparisons);
            notes = List.copyOf(notes);
        }

        /** Why the gate can't be told, as a whole or for a metric; null: it can. */
        @Nullable String untold() {
            return problem != null
                    ? problem
                    : comparisons.stream()
                            .flatMap(comparison -> comparison.untold().stream())
                            .map(metric -> metric.rule().metric() + ": " + metric.gateReason())
                            .findFirst()
                            .orElse(null);
        }

        boolean regressed() {
            return comparisons.stream().anyMatch(Comparison::gateFails);
        }
    }

    Result of(ScoringStage.Result scored) {
        StoredScores scores =
                new StoredScores(plan.folder().toString(), plan.plan().rows());
        List<String> versions = versions(scored, scores);
        String base = asked.base();
        if (base != null && !versions.contains(base)) {
            return nothing("compare.base: " + base + "; no row has this " + asked.by() + found(versions), true);
        }
        String absent = asked.metrics().stream()
                .filter(metric ->
                        plan.rules().stream().noneMatch(rule -> rule.metric().equals(metric)))
                .findFirst()
                .orElse(null);
        if (base != null && absent != null) {
            return nothing("compare.metrics: " + absent + "; the run doesn't compute it", true);
        }
        if (versions.size() < 2) {
            return base == null
                    ? new Result(List.of(), List.of(), null)
                    : nothing(
                            "compare.base: " + base + "; there is no other " + asked.by() + " to compare with it",
                            true);
        }
        if (versions.size() > MOST_VERSIONS) {
            return nothing(
                    "compare.by: " + asked.by() + "; has " + versions.size() + " values, and at most " + MOST_VERSIONS
                            + " versions are compared",
                    base != null);
        }
        return compared(scored, scores, baseFirst(versions, base));
    }

    private static Result nothing(String why, boolean gated) {
        return new Result(List.of(), gated ? List.of() : List.of(why), gated ? why : null);
    }

    private static String found(List<String> versions) {
        return versions.isEmpty()
                ? ""
                : "; there are " + String.join(", ", versions.subList(0, Math.min(5, versions.size())));
    }

    private Result compared(ScoringStage.Result scored, StoredScores scores, List<String> versions) {
        boolean clustered = scored.tallies().values().stream().anyMatch(tally -> tally.clustered() > 0);
        List<String> slices = slices(plan.plan());
        ComparisonRules rules = new ComparisonRules(plan.rules(), slices, clustered, SEED);
        spark.sparkContext().setJobDescription("compare versions by " + asked.by());
        List<ComparisonState> states;
        try {
            states = PairingStage.run(scores.rows(spark, rules, asked.by(), versions, 0), rules, versions.size());
        } finally {
            spark.sparkContext().setJobDescription(null);
        }
        ComparisonSettings settings = new ComparisonSettings(
                asked.margin(),
                ComparisonSettings.UNGATED.alpha(),
                asked.base() != null,
                asked.coverage(),
                Set.copyOf(asked.metrics()));
        List<List<String>> groupings = slices.isEmpty() ? List.of() : List.of(slices);
        List<Comparison> comparisons = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        String problem = null;
        for (int i = 0; i < states.size(); i++) {
            Comparison comparison =
                    states.get(i).outcome(versions.get(0), versions.get(i + 1), settings, List.of(), false, groupings);
            comparisons.add(comparison);
            if (comparison.refused()) {
                String why = versions.get(i + 1) + " isn't compared with " + versions.get(0) + ": "
                        + comparison.refusals().get(0).sentence();
                notes.add(why);
                problem = settings.gated() ? why : null;
            }
        }
        return new Result(comparisons, notes, problem);
    }

    /** The grouping without the column that tells versions apart: what a slice of a comparison is. */
    static List<String> slices(EvaluationPlan plan) {
        return plan.groupBy().stream()
                .filter(column -> !column.equals(plan.compare().by()))
                .toList();
    }

    /** The versions that rows have, in code point order. */
    private List<String> versions(ScoringStage.Result scored, StoredScores scores) {
        String by = asked.by();
        if (!plan.plan().groupBy().contains(by)) {
            return scores.contents(spark, by).versions();
        }
        return scored.state().scores().by(List.of(by)).keySet().stream()
                .map(group -> group.value(by))
                .filter(version -> version != null)
                .toList();
    }

    private static List<String> baseFirst(List<String> versions, @Nullable String base) {
        if (base == null) {
            return versions;
        }
        List<String> ordered = new ArrayList<>(versions);
        ordered.remove(base);
        ordered.add(0, base);
        return ordered;
    }
}
