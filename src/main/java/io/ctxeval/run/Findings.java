package io.ctxeval.run;

import io.ctxeval.dataset.InputRefused;
import io.ctxeval.history.ChangeGate;
import io.ctxeval.history.RunHistory;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Status;
import io.ctxeval.summary.Gate;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.RunResult;
import io.ctxeval.summary.RunState;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.StatusCounts;
import io.ctxeval.summary.UnscoredReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the scores of a run mean: figures, gates, the run's result, and the exit code of the worst of all.
 *
 * @param result on 0..100; null where it can't be told
 * @param emptyDimensions dimensions asked for that no row has
 * @param refusals sentences that say why the input is refused although the run is published; exit code 4
 * @param versions how the run's versions compare
 * @param history the run's place in its job
 * @param notes what a reader should know besides
 * @param stop why judging ended before all was asked; null: it didn't
 */
record Findings(
        List<ScoreSummary> summaries,
        List<GateResult> gates,
        List<UnscoredReason> reasons,
        @Nullable Double result,
        List<String> emptyDimensions,
        List<String> refusals,
        VersionComparison.Result versions,
        RunHistory history,
        List<String> notes,
        @Nullable String stop) {

    /** Begins the exit reason of a run whose judge was stopped. */
    static final String STOPPED = "judging stopped: ";

    private static final int REFUSED = 4;

    static Findings of(
            EvaluationPlan plan,
            ScoringPlan scoring,
            ScoringStage.Result scored,
            VersionComparison.Result versions,
            JobHistory.Past past,
            Judging.Outcome judged) {
        RunState scores = scored.state().scores();
        List<ScoreSummary> summaries =
                scores.summaries(filled(scores, plan.groupBy()), filled(scores, plan.gateGroups()));
        reconcile(scored, summaries);
        Map<String, Threshold> thresholds = new LinkedHashMap<>(plan.thresholds());
        thresholds.keySet().retainAll(scoring.metricIds());
        List<GateResult> gates =
                new ArrayList<>(new Gate(thresholds, baseOf(plan)).check(summaries, plan.gateGroups()));
        ChangeGate change = new ChangeGate(plan.history(), past.before(), past.tonight());
        gates.addAll(change.check(gates, summaries));
        RunHistory history = RunHistory.of(
                past.tonight(), past.before(), gates, plan.history().runs());
        List<String> notes = new ArrayList<>(judged.notes());
        notes.addAll(past.warnings());
        String changeOfJudge = change.changeOfJudge(summaries);
        boolean said = gates.stream().anyMatch(gate -> gate.reason().equals(changeOfJudge));
        if (changeOfJudge != null && !said) {
            notes.add(changeOfJudge);
        }
        return new Findings(
                summaries,
                gates,
                scored.state().scores().reasons(),
                RunResult.of(summaries, plan.resultWeights()),
                emptyDimensions(plan, scores),
                refusals(plan, scored, summaries),
                versions,
                history,
                notes,
                leftOpen(summaries) ? judged.stop() : null);
    }

    /** The version that the others are held against isn't itself held against thresholds by group. */
    private static Predicate<GroupKey> baseOf(EvaluationPlan plan) {
        EvaluationPlan.ComparePlan compare = plan.compare();
        return group -> compare.base() != null && compare.base().equals(group.value(compare.by()));
    }

    /** Whether a row waits for a judge; a cap or a deadline that is reached after the last answer stopped nothing. */
    private static boolean leftOpen(List<ScoreSummary> summaries) {
        return summaries.stream()
                .filter(summary -> summary.group().isWhole())
                .map(summary -> summary.figures().counts())
                .anyMatch(counts -> counts.of(Status.BUDGET_EXCEEDED) + counts.of(Status.JUDGE_UNAVAILABLE) > 0);
    }

    /** The grouping; none where it tells no rows apart because no row has any of its dimensions. */
    private static List<String> filled(RunState scores, List<String> grouping) {
        boolean told = scores.by(grouping).keySet().stream()
                .anyMatch(group -> group.parts().stream().anyMatch(part -> part.value() != null));
        return told ? grouping : List.of();
    }

    private static List<String> emptyDimensions(EvaluationPlan plan, RunState scores) {
        return scores.dimensions().stream()
                .filter(dimension -> plan.namedDimensions().contains(dimension))
                .filter(dimension -> filled(scores, List.of(dimension)).isEmpty())
                .toList();
    }

    /** The worst of what was found: {@code refused}, or a gate's verdict, at least {@code incomplete} where judging was stopped. */
    String verdict() {
        return refusals.isEmpty() ? gated().code() : "refused";
    }

    int exitCode() {
        return refusals.isEmpty() ? gated().exitCode() : REFUSED;
    }

    private GateVerdict gated() {
        GateVerdict worst = GateVerdict.worst(gates);
        if (versions.regressed() && worst.compareTo(GateVerdict.FAIL) < 0) {
            worst = GateVerdict.FAIL;
        }
        boolean untold = stop != null || versions.untold() != null;
        return untold && worst.compareTo(GateVerdict.INCOMPLETE) < 0 ? GateVerdict.INCOMPLETE : worst;
    }

    /** Why the exit code isn't 0, as far as no gate says it. */
    List<String> exitReasons() {
        List<String> reasons = new ArrayList<>(refusals);
        if (stop != null && refusals.isEmpty()) {
            reasons.add(STOPPED + stop + "; the next run goes on from there");
        }
        if (versions.untold() != null) {
            reasons.add("the regression gate can't be told: " + versions.untold());
        }
        return reasons;
    }

    /** The second identity (product.md 3), and that no row was lost between reading, counting and writing. */
    private static void reconcile(ScoringStage.Result scored, List<ScoreSummary> summaries) {
        long used =
                scored.tallies().values().stream().mapToLong(InputTally::used).sum();
        long rejected = scored.tallies().values().stream()
                .mapToLong(InputTally::rejected)
                .sum();
        requireEqual("rows of scores/", scored.tableRows().getOrDefault(RowTables.SCORES, 0L), used);
        requireEqual("rows of rejected/", scored.tableRows().getOrDefault(RowTables.REJECTED, 0L), rejected);
        for (ScoreSummary summary : summaries) {
            if (summary.group().isWhole()) {
                StatusCounts counts = summary.figures().counts();
                long sum = 0;
                for (Status status : Status.values()) {
                    sum += counts.of(status);
                }
                requireEqual("statuses of " + summary.rule().metric(), sum, used);
            }
        }
    }

    private static void requireEqual(String what, long found, long expected) {
        if (found != expected) {
            throw new IllegalStateException(
                    what + ": " + found + ", expected " + expected + "; the run isn't published: please report this");
        }
    }

    private static String butDamaged(ScoringStage.Result scored) {
        List<String> damaged = scored.tallies().values().stream()
                .flatMap(tally -> tally.damagedFiles().keySet().stream())
                .toList();
        return damaged.isEmpty()
                ? ""
                : " up to where they are damaged; skipped: " + damaged.get(0)
                        + (damaged.size() == 1 ? "" : " and " + (damaged.size() - 1) + " more");
    }

    private static List<String> refusals(
            EvaluationPlan plan, ScoringStage.Result scored, List<ScoreSummary> summaries) {
        long records = scored.tallies().values().stream()
                .mapToLong(InputTally::records)
                .sum();
        if (records == 0) {
            throw new InputRefused("no rows: all inputs are empty" + butDamaged(scored), null);
        }
        List<String> refusals = rejections(plan, scored.tallies());
        boolean applicable = summaries.stream()
                .anyMatch(summary -> summary.group().isWhole()
                        && summary.figures().counts().total()
                                > summary.figures().counts().of(Status.NOT_APPLICABLE));
        if (!applicable && refusals.isEmpty()) {
            refusals.add("no metric applies to any row");
        }
        return refusals;
    }

    /** Inputs of which more was rejected than the plan allows. */
    static List<String> rejections(EvaluationPlan plan, Map<Integer, InputTally> tallies) {
        List<String> refusals = new ArrayList<>();
        tallies.forEach((input, tally) -> {
            double share = tally.records() == 0 ? 0 : (double) tally.rejected() / tally.records();
            if (share > plan.maxRejected()) {
                refusals.add(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d records rejected (%.2f %%), more than max-rejected allows (%.2f %%)",
                        plan.inputs().get(input).path(),
                        tally.rejected(),
                        tally.records(),
                        100 * share,
                        100 * plan.maxRejected()));
            }
        });
        return refusals;
    }
}
