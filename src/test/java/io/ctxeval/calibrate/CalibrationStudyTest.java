package io.ctxeval.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.calibrate.HumanLabels.Mark;
import io.ctxeval.calibrate.PredictionPowered.Judged;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CalibrationStudyTest {
    private static final CalibrationSettings SETTINGS = new CalibrationSettings(3, 100, null);
    private static final MetricRule SUFF = new MetricRule("ctx_suff", Scale.PERCENT, "lexical", 80.0);
    private static final MetricRule WASTE = new MetricRule("ctx_waste", Scale.PERCENT, "lexical", 80.0);

    private static HumanLabels sufficient(String id, @Nullable Boolean first, @Nullable Boolean second) {
        return new HumanLabels("l", id, null, first, second, null, null, null, null, null, null, null);
    }

    private static HumanLabels relations(String id, List<List<Integer>> groups, List<List<Integer>> pairs) {
        return new HumanLabels("l", id, null, null, null, null, null, groups, pairs, null, null, null);
    }

    private static JudgedRow.Outcome outcome(Status status, @Nullable Double score) {
        return new JudgedRow.Outcome(status, score);
    }

    private static JudgedRow graded(String id, Status status, @Nullable Double score, AspectStatus... aspects) {
        return new JudgedRow(
                id, null, id, new JudgedRow.Sufficiency(outcome(status, score), List.of(aspects)), null, null);
    }

    private static JudgedRow wasted(String id, JudgedRow.Waste waste) {
        return new JudgedRow(id, null, id, null, waste, null);
    }

    @Test
    void rowsTheJudgeFailedOnAreNeitherRightNorWrong() {
        List<LabelledRow> rows = List.of(
                new LabelledRow(sufficient("a", true, null), graded("a", Status.OK, 80.0)),
                new LabelledRow(sufficient("b", true, null), graded("b", Status.OK, 79.0)),
                new LabelledRow(sufficient("c", true, null), graded("c", Status.JUDGE_INVALID, null)),
                new LabelledRow(sufficient("d", false, null), graded("d", Status.JUDGE_REFUSED, null)),
                new LabelledRow(sufficient("e", false, null), graded("e", Status.NOT_APPLICABLE, null)),
                new LabelledRow(sufficient("f", null, null), graded("f", Status.OK, 100.0)));

        Calibration.Opinion opinion =
                Objects.requireNonNull(new CalibrationStudy(SETTINGS, rows).sufficient(SUFF, Judged.ofPasses(10, 5)));

        assertThat(opinion.agreement().confusion()).isEqualTo(new Confusion(1, 0, 1, 0));
        assertThat(opinion.coverage().labelled()).isEqualTo(5);
        assertThat(opinion.coverage().compared()).isEqualTo(2);
        assertThat(opinion.coverage().unscored())
                .containsOnly(
                        Map.entry(Status.JUDGE_INVALID, 1L),
                        Map.entry(Status.JUDGE_REFUSED, 1L),
                        Map.entry(Status.NOT_APPLICABLE, 1L));
        assertThat(opinion.coverage().failedShare()).isEqualTo(0.4);
        assertThat(opinion.threshold()).isInstanceOf(ThresholdChoice.Refused.class);
        assertThat(opinion.agreement().auroc().value())
                .as("no row is insufficient")
                .isNull();
    }

    @Test
    void twoHumansAreTheCeiling() {
        List<LabelledRow> rows = new ArrayList<>();
        boolean[][] humans = {{true, true}, {true, true}, {false, false}, {false, true}};
        for (int i = 0; i < humans.length; i++) {
            rows.add(new LabelledRow(
                    sufficient("s" + i, humans[i][0], humans[i][1]),
                    // a judge that fails doesn't silence the humans
                    graded("s" + i, i == 3 ? Status.JUDGE_TRUNCATED : Status.OK, i == 3 ? null : 90.0)));
        }

        Agreement ceiling = Objects.requireNonNull(
                Objects.requireNonNull(new CalibrationStudy(SETTINGS, rows).sufficient(SUFF, Judged.ofPasses(4, 3)))
                        .ceiling());

        assertThat(ceiling.confusion()).isEqualTo(new Confusion(2, 1, 0, 1));
        assertThat(ceiling.kappa().value()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void chunksWithoutALabelAreNoUnits() {
        HumanLabels labels = new HumanLabels(
                "l",
                "a",
                null,
                null,
                null,
                List.of(Mark.YES, Mark.OPEN, Mark.NO, Mark.NO),
                null,
                null,
                null,
                null,
                null,
                null);
        JudgedRow.Waste waste = new JudgedRow.Waste(
                outcome(Status.OK, 50.0), List.of(true, true, true, false), Map.of(), List.of(), List.of());

        Calibration.Opinion used = Objects.requireNonNull(new CalibrationStudy(
                        SETTINGS, List.of(new LabelledRow(labels, wasted("a", waste))))
                .used(WASTE));

        assertThat(used.agreement().confusion()).isEqualTo(new Confusion(1, 1, 0, 1));
    }

    @Test
    void relationsArePairsOfDifferentTexts() {
        // 3 is a copy of 0; the judge's group takes it in, the human's pair names it instead of 0
        JudgedRow.Waste waste = new JudgedRow.Waste(
                outcome(Status.OK, 50.0),
                List.of(true, true, true, true, false),
                Map.of(3, 0),
                List.of(List.of(0, 1, 3)),
                List.of(List.of(2, 4)));
        List<LabelledRow> rows = List.of(new LabelledRow(
                relations("a", List.of(List.of(1, 3), List.of(2, 4)), List.of()), wasted("a", waste)));
        CalibrationStudy study = new CalibrationStudy(SETTINGS, rows);

        Confusion redundant =
                Objects.requireNonNull(study.redundant(WASTE)).agreement().confusion();
        Confusion contradictory =
                Objects.requireNonNull(study.contradictory(WASTE)).agreement().confusion();

        // texts 0, 1, 2, 4: six pairs
        assertThat(redundant).isEqualTo(new Confusion(1, 0, 1, 4));
        assertThat(contradictory).as("an empty list says that there are none").isEqualTo(new Confusion(0, 1, 0, 5));
    }

    @Test
    void aspectsAreComparedByPlaceWhereBothHaveAsMany() {
        HumanLabels labels = new HumanLabels(
                "l",
                "a",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(AspectStatus.COVERED, AspectStatus.MISSING),
                null,
                null);
        List<LabelledRow> rows = List.of(
                new LabelledRow(labels, graded("a", Status.OK, 50.0, AspectStatus.COVERED, AspectStatus.PARTIAL)),
                new LabelledRow(labels, graded("b", Status.OK, 50.0, AspectStatus.COVERED)));

        Calibration.Aspects aspects = Objects.requireNonNull(new CalibrationStudy(SETTINGS, rows).aspects(SUFF));

        assertThat(aspects.agreement().table().aspects()).isEqualTo(2);
        assertThat(aspects.agreement().table().counts().get(2)).containsExactly(0L, 1L, 0L);
        assertThat(aspects.coverage().unlike()).isEqualTo(1);
        assertThat(aspects.coverage().compared()).isEqualTo(1);
    }

    @Test
    void labelsThatCannotBeAboutTheRowAreNamedWithTheirPlace() {
        HumanLabels labels = new HumanLabels(
                "labels.csv: record 4",
                "a",
                null,
                null,
                null,
                List.of(Mark.YES),
                null,
                List.of(List.of(0, 5)),
                List.of(),
                null,
                null,
                null);
        JudgedRow.Waste waste =
                new JudgedRow.Waste(outcome(Status.OK, 50.0), List.of(true, false), Map.of(), List.of(), List.of());

        assertThat(labels.problems(wasted("a", waste)))
                .containsExactly(
                        "labels.csv: record 4, used: has 1 value; sample a has 2 chunks",
                        "labels.csv: record 4, redundant_groups: names chunk 5; sample a has the chunks 0 to 1");
    }

    @Test
    void repeatsThatCrossTheThresholdAreFlips() {
        Stability stability = Stability.of(
                SUFF, 3, List.of(new double[] {90, 90, 90}, new double[] {70, 80, 90}, new double[] {10, 20, 30}));

        assertThat(stability.flipRate()).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(stability.deviation()).isCloseTo((0 + 10 + 10) / 3.0, within(1e-12));
        assertThat(Stability.of(SUFF, 2, List.of()).flipRate()).isNull();
    }

    @Test
    void ranksPairsByHowFarTheyAreSuspectedWhereTheJudgeGrades() {
        HumanLabels labels = relations("a", List.of(), List.of(List.of(0, 1)));
        JudgedRow.Waste graded = new JudgedRow.Waste(
                outcome(Status.OK, 50.0),
                List.of(true, true, false),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(new Suspicion(1, 0, 0.4), new Suspicion(0, 2, 0.5)));

        Calibration.Opinion pairs = Objects.requireNonNull(new CalibrationStudy(
                        SETTINGS, List.of(new LabelledRow(labels, wasted("a", graded))))
                .contradictory(WASTE));

        // of the two other pairs one is suspected more, one not at all
        assertThat(pairs.agreement().auroc().value()).isEqualTo(0.5);
    }
}
