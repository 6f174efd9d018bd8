package io.ctxeval.calibrate;

import io.ctxeval.calibrate.Calibration.Opinion;
import io.ctxeval.calibrate.HumanLabels.Mark;
import io.ctxeval.calibrate.PredictionPowered.Judged;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.summary.MetricRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts each label beside what it is about. Pure; equal inputs in any order give equal results. */
public final class CalibrationStudy {
    private final CalibrationSettings settings;
    private final Resampling resampling;
    private final List<LabelledRow> rows;

    /**
     * A study of some rows.
     *
     * @param rows those that both sides have
     */
    public CalibrationStudy(CalibrationSettings settings, List<LabelledRow> rows) {
        this.settings = settings;
        this.resampling = settings.resampling();
        this.rows = List.copyOf(rows);
    }

    /**
     * {@code sufficient} beside {@code ctx_suff}: the judge's grade is its strength or, where it has none, the score; yes is a score
     * that passes.
     *
     * @param judged how many of all rows of the run pass
     * @return null if no row has the label
     */
    public @Nullable Opinion sufficient(MetricRule rule, Judged judged) {
        Coverage.Tally tally = new Coverage.Tally();
        List<Decision> decisions = new ArrayList<>();
        List<Decision> graded = new ArrayList<>();
        List<Decision> humans = new ArrayList<>();
        List<Double> differences = new ArrayList<>();
        for (LabelledRow row : rows) {
            Boolean label = row.labels().sufficient();
            JudgedRow.Sufficiency sufficiency = row.judged().sufficiency();
            if (label == null || sufficiency == null) {
                continue;
            }
            String cluster = row.judged().cluster();
            Boolean second = row.labels().sufficientToo();
            if (second != null) {
                humans.add(new Decision(cluster, label, second, null));
            }
            if (tally.takes(sufficiency.outcome())) {
                double score = Objects.requireNonNull(sufficiency.outcome().score());
                boolean passes = rule.passes(score);
                decisions.add(new Decision(cluster, label, passes, score));
                graded.add(new Decision(cluster, label, passes, sufficiency.strength()));
                differences.add((label ? 1.0 : 0.0) - (passes ? 1.0 : 0.0));
            }
        }
        if (tally.coverage().labelled() == 0) {
            return null;
        }
        ThresholdSearch search =
                new ThresholdSearch(settings.targetPrecision(), new Halves(settings.seed()), resampling);
        return new Opinion(
                "sufficient",
                "row",
                rule,
                tally.coverage(),
                Agreement.of(isGraded(graded) ? graded : decisions, resampling),
                ceiling(humans),
                search.choose(decisions),
                PredictionPowered.of(judged, differences));
    }

    /**
     * {@code used} beside the verdicts of {@code ctx_waste} on each chunk.
     *
     * @return null if no row has the label
     */
    public @Nullable Opinion used(MetricRule rule) {
        List<Decision> humans = new ArrayList<>();
        for (LabelledRow row : rows) {
            List<Mark> first = row.labels().used();
            List<Mark> second = row.labels().usedToo();
            if (first != null && second != null && row.judged().waste() != null) {
                humans.addAll(decisions(row.judged().cluster(), first, second, List.of()));
            }
        }
        return ofChunks("used", "chunk", rule, HumanLabels::used, humans, (row, label) -> {
            JudgedRow.Waste waste = Objects.requireNonNull(row.waste());
            return decisions(row.cluster(), label, marks(waste.chunks()), waste.strengths());
        });
    }

    /**
     * {@code redundant_groups} beside those of {@code ctx_waste}, pair by pair.
     *
     * @return null if no row has the label
     */
    public @Nullable Opinion redundant(MetricRule rule) {
        return ofChunks("redundant_groups", "pair", rule, HumanLabels::redundantGroups, List.of(), (row, label) -> {
            JudgedRow.Waste waste = Objects.requireNonNull(row.waste());
            return ChunkRelations.decisions(row.cluster(), waste, label, waste.redundantGroups(), null);
        });
    }

    /**
     * {@code contradictory_pairs} beside those of {@code ctx_waste}.
     *
     * @return null if no row has the label
     */
    public @Nullable Opinion contradictory(MetricRule rule) {
        return ofChunks(
                "contradictory_pairs", "pair", rule, HumanLabels::contradictoryPairs, List.of(), (row, label) -> {
                    JudgedRow.Waste waste = Objects.requireNonNull(row.waste());
                    return ChunkRelations.decisions(
                            row.cluster(), waste, label, waste.contradictoryPairs(), waste.suspicions());
                });
    }

    private <T> @Nullable Opinion ofChunks(
            String name,
            String unit,
            MetricRule rule,
            Function<HumanLabels, @Nullable T> label,
            List<Decision> humans,
            BiFunction<JudgedRow, T, List<Decision>> decide) {
        Coverage.Tally tally = new Coverage.Tally();
        List<Decision> decisions = new ArrayList<>();
        for (LabelledRow row : rows) {
            T given = label.apply(row.labels());
            JudgedRow.Waste waste = row.judged().waste();
            if (given != null && waste != null && tally.takes(waste.outcome())) {
                decisions.addAll(decide.apply(row.judged(), given));
            }
        }
        if (tally.coverage().labelled() == 0) {
            return null;
        }
        Agreement agreement = Agreement.of(decisions, resampling);
        return new Opinion(name, unit, rule, tally.coverage(), agreement, ceiling(humans), null, null);
    }

    private static List<Mark> marks(List<Boolean> used) {
        return used.stream().map(Mark::of).toList();
    }

    private static boolean isGraded(List<Decision> decisions) {
        return decisions.stream().allMatch(decision -> decision.value() != null);
    }

    private static List<Decision> decisions(
            String cluster, List<Mark> human, List<Mark> judge, List<Double> strengths) {
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < Math.min(human.size(), judge.size()); i++) {
            if (human.get(i) != Mark.OPEN && judge.get(i) != Mark.OPEN) {
                Double strength = strengths.isEmpty() ? null : strengths.get(i);
                decisions.add(new Decision(cluster, human.get(i) == Mark.YES, judge.get(i) == Mark.YES, strength));
            }
        }
        return decisions;
    }

    private @Nullable Agreement ceiling(List<Decision> humans) {
        return humans.isEmpty() ? null : Agreement.of(humans, resampling);
    }

    /**
     * {@code aspects} beside the statuses of {@code ctx_suff}, by position. A row of which the run has another number of aspects is
     * left out.
     *
     * @return null if no row has the label
     */
    public Calibration.@Nullable Aspects aspects(MetricRule rule) {
        Coverage.Tally tally = new Coverage.Tally();
        List<AspectAgreement.Pair> pairs = new ArrayList<>();
        List<AspectAgreement.Pair> humans = new ArrayList<>();
        for (LabelledRow row : rows) {
            List<AspectStatus> label = row.labels().aspects();
            List<AspectStatus> second = row.labels().aspectsToo();
            JudgedRow.Sufficiency sufficiency = row.judged().sufficiency();
            if (label == null || sufficiency == null) {
                continue;
            }
            String cluster = row.judged().cluster();
            if (second != null && second.size() == label.size()) {
                humans.addAll(pairs(cluster, label, second));
            }
            if (tally.takes(sufficiency.outcome())) {
                if (label.size() == sufficiency.aspects().size()) {
                    pairs.addAll(pairs(cluster, label, sufficiency.aspects()));
                } else {
                    tally.leaveOut();
                }
            }
        }
        if (tally.coverage().labelled() == 0) {
            return null;
        }
        AspectAgreement ceiling = humans.isEmpty() ? null : AspectAgreement.of(humans, resampling);
        return new Calibration.Aspects(rule, tally.coverage(), AspectAgreement.of(pairs, resampling), ceiling);
    }

    private static List<AspectAgreement.Pair> pairs(
            String cluster, List<AspectStatus> human, List<AspectStatus> judge) {
        List<AspectAgreement.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < human.size(); i++) {
            pairs.add(new AspectAgreement.Pair(cluster, human.get(i), judge.get(i)));
        }
        return pairs;
    }

    /**
     * {@code score} beside a metric's.
     *
     * @param judged the metric over all rows of the run
     * @return null if no row has the label
     */
    public Calibration.@Nullable Scores score(MetricRule rule, Judged judged) {
        Coverage.Tally tally = new Coverage.Tally();
        List<ScoreAgreement.Pair> pairs = new ArrayList<>();
        for (LabelledRow row : rows) {
            Double label = row.labels().score();
            JudgedRow.Outcome outcome = row.judged().score();
            if (label != null && outcome != null && tally.takes(outcome)) {
                pairs.add(new ScoreAgreement.Pair(
                        row.judged().cluster(), label, Objects.requireNonNull(outcome.score())));
            }
        }
        if (tally.coverage().labelled() == 0) {
            return null;
        }
        List<Double> differences =
                pairs.stream().map(pair -> pair.human() - pair.judge()).toList();
        return new Calibration.Scores(
                rule,
                tally.coverage(),
                ScoreAgreement.of(pairs, resampling),
                PredictionPowered.of(judged, differences));
    }
}
