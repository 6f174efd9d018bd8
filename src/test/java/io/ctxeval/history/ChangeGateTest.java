package io.ctxeval.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.plan.HistoryPlan;
import io.ctxeval.plan.Threshold.Level;
import io.ctxeval.score.Scale;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.ScoreSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The limit that earlier nights set: median − max(2 points, 3 · 1.4826 · MAD), worked out by hand where figures stand. */
class ChangeGateTest {
    private static final int TONIGHT = 25;

    private static List<GateResult> check(NightSeries nights, Scale scale, @Nullable Double mean, HistoryPlan plan) {
        List<ScoreSummary> summaries = Nights.summaries(scale, null, mean);
        return new ChangeGate(plan, Nights.tonight(TONIGHT).before(nights), Nights.tonight(TONIGHT))
                .check(Nights.gates(summaries, Level.FAIL), summaries);
    }

    private static GateResult only(NightSeries nights, Scale scale, double mean) {
        List<GateResult> results = check(nights, scale, mean, HistoryPlan.DEFAULT);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    /** Median 78, distances 0, 1, 1, 0, 0: MAD 0, so the two points decide. */
    @ParameterizedTest
    @CsvSource({"76, PASS", "75.99, FAIL", "99, PASS"})
    void quietNightsLeaveTwoPoints(double mean, GateVerdict verdict) {
        GateResult result = only(Nights.series(78, 77, 79, 78, 78), Scale.PERCENT, mean);

        assertThat(result.verdict()).isEqualTo(verdict);
        assertThat(result.threshold()).isEqualTo(76.0);
        assertThat(result.rule()).isEqualTo(GateRule.CHANGE);
        assertThat(result.figure()).isEqualTo(mean);
    }

    /** Median 70, distances 10, 5, 0, 5, 10: MAD 5, room 22.239. */
    @Test
    void restlessNightsLeaveMore() {
        NightSeries restless = Nights.series(60, 65, 70, 75, 80);

        GateResult kept = only(restless, Scale.PERCENT, 47.8);
        GateResult missed = only(restless, Scale.PERCENT, 47.7);

        assertThat(kept.threshold()).isCloseTo(47.761, within(1e-9));
        assertThat(kept.verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(missed.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(missed.reason())
                .isEqualTo(
                        "mean 47.70 is below 47.76: median 70.00 of the last 5 good runs less 22.24 (3 · 1.4826 · MAD"
                                + " 5.00)");
    }

    @Test
    void aPointIsAHundredthOfTheScale() {
        assertThat(only(Nights.series(8, 8, 8), Scale.TEN, 7.8).threshold()).isCloseTo(7.8, within(1e-12));
        assertThat(only(Nights.series(8, 8, 8), Scale.TEN, 7.8).verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(only(Nights.series(0.2, 0.2, 0.2), Scale.SHARE_LOWER, 0.23).threshold())
                .isCloseTo(0.22, within(1e-12));
    }

    @Test
    void whereLessIsBetterTheLimitIsMirrored() {
        GateResult result = only(Nights.series(0.2, 0.2, 0.2), Scale.SHARE_LOWER, 0.23);

        assertThat(result.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(result.reason())
                .isEqualTo("mean 0.23 is above 0.22: median 0.20 of the last 3 good runs and 0.02 (2 points)");
        assertThat(only(Nights.series(0.2, 0.2, 0.2), Scale.SHARE_LOWER, 0.1).verdict())
                .isEqualTo(GateVerdict.PASS);
    }

    /** Median 4000, room 80. */
    @Test
    void onAScaleWithoutAnEndAPointIsAHundredthOfTheMedian() {
        NightSeries nights = Nights.series(4000, 4000, 4000);

        assertThat(only(nights, Scale.COUNT_LOWER, 4080).verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(only(nights, Scale.COUNT_LOWER, 4081).verdict()).isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void ofFewerThanThreeGoodRunsNothingIsSaid() {
        NightEntry failed = Nights.night(4, 78, 1, Nights.NOBODY, null, "1");

        assertThat(check(NightSeries.EMPTY, Scale.PERCENT, 10.0, HistoryPlan.DEFAULT))
                .isEmpty();
        assertThat(check(Nights.series(78, 78), Scale.PERCENT, 10.0, HistoryPlan.DEFAULT))
                .isEmpty();
        assertThat(check(
                        NightSeries.of(List.of(Nights.night(1, 78), Nights.night(2, 78), failed)),
                        Scale.PERCENT,
                        10.0,
                        HistoryPlan.DEFAULT))
                .isEmpty();
        assertThat(check(Nights.series(78, 78, 78), Scale.PERCENT, 10.0, HistoryPlan.DEFAULT))
                .hasSize(1);
    }

    @Test
    void aFailedNightIsNeverTheBaseline() {
        List<NightEntry> nights = new ArrayList<>();
        for (int day = 1; day <= 20; day++) {
            boolean bad = day > 4;
            nights.add(Nights.night(day, bad ? 40 : 78, bad ? day % 2 == 0 ? 1 : 3 : 0, Nights.NOBODY, null, "1"));
        }

        GateResult result = only(NightSeries.of(nights), Scale.PERCENT, 40);

        assertThat(result.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(result.threshold()).isEqualTo(76.0);
        assertThat(result.reason()).contains("of the last 4 good runs");
    }

    /** Under a built-in judge a missed limit only warns: exit code 0, and yet no baseline. */
    @Test
    void aNightThatWarnsOfAChangeIsNeverTheBaselineEither() {
        List<NightEntry> nights = new ArrayList<>();
        for (int day = 1; day <= 20; day++) {
            nights.add(day > 4 ? Nights.warned(day, 40) : Nights.night(day, 78));
        }

        GateResult result = only(NightSeries.of(nights), Scale.PERCENT, 40);

        assertThat(result.threshold()).isEqualTo(76.0);
        assertThat(result.reason()).contains("of the last 4 good runs");
    }

    @Test
    void aRunSaysWhetherItMissedALimitWhateverThatDoes() {
        NightSeries nights = Nights.series(78, 78, 78);
        for (Level level : Level.values()) {
            assertThat(regressed(nights, level, 10.0, HistoryPlan.DEFAULT)).isTrue();
            assertThat(regressed(nights, level, null, HistoryPlan.DEFAULT)).isTrue();
            assertThat(regressed(nights, level, 78.0, HistoryPlan.DEFAULT)).isFalse();
            assertThat(regressed(Nights.series(78, 78), level, 10.0, HistoryPlan.DEFAULT))
                    .isFalse();
            assertThat(regressed(nights, level, 10.0, new HistoryPlan(HistoryPlan.Gate.WARN, 7)))
                    .isTrue();
            assertThat(regressed(nights, level, 10.0, new HistoryPlan(HistoryPlan.Gate.OFF, 7)))
                    .isFalse();
        }
    }

    private static boolean regressed(NightSeries nights, Level level, @Nullable Double mean, HistoryPlan plan) {
        List<ScoreSummary> summaries = Nights.summaries(Scale.PERCENT, null, mean);
        List<GateResult> gates = new ArrayList<>(Nights.gates(summaries, level));
        Tonight tonight = Nights.tonight(TONIGHT);
        gates.addAll(new ChangeGate(plan, nights, tonight).check(gates, summaries));
        return RunHistory.of(tonight, nights, gates, 7).regressed();
    }

    @Test
    void onlyTheLastSevenCount() {
        NightSeries nights = Nights.series(90, 90, 90, 90, 90, 90, 90, 90, 70, 70, 70, 70, 70, 70, 70);

        assertThat(only(nights, Scale.PERCENT, 69).threshold()).isEqualTo(68.0);
        assertThat(check(nights, Scale.PERCENT, 69.0, new HistoryPlan(null, 15))
                        .get(0)
                        .threshold())
                .isEqualTo(88.0);
    }

    /** The night itself, run again, and nights behind it, when an old one is run again. */
    @Test
    void neitherTheNightItselfNorALaterOneIsLookedBackAt() {
        List<NightEntry> nights = new ArrayList<>(Nights.series(78, 78, 78).nights());
        nights.add(Nights.night(TONIGHT, 20));
        nights.add(Nights.night(TONIGHT + 1, 20));

        assertThat(only(NightSeries.of(nights), Scale.PERCENT, 78).threshold()).isEqualTo(76.0);
    }

    @Test
    void figuresOfAnotherVersionOfTheMetricOrOfAnotherGroupAreNotCompared() {
        List<NightEntry> nights = new ArrayList<>();
        for (int day = 1; day <= 5; day++) {
            nights.add(Nights.night(day, 78, 0, Nights.NOBODY, null, "0"));
        }

        assertThat(check(NightSeries.of(nights), Scale.PERCENT, 10.0, HistoryPlan.DEFAULT))
                .isEmpty();
    }

    @Test
    void thePlanSaysWhatAMissDoes() {
        NightSeries nights = Nights.series(78, 78, 78);
        List<ScoreSummary> summaries = Nights.summaries(Scale.PERCENT, null, 10.0);
        Tonight tonight = Nights.tonight(TONIGHT);

        for (Object[] one : new Object[][] {
            {null, Level.FAIL, GateVerdict.FAIL},
            {null, Level.WARN, GateVerdict.WARN},
            {HistoryPlan.Gate.FAIL, Level.WARN, GateVerdict.FAIL},
            {HistoryPlan.Gate.WARN, Level.FAIL, GateVerdict.WARN}
        }) {
            HistoryPlan plan = new HistoryPlan((HistoryPlan.Gate) one[0], 7);
            assertThat(new ChangeGate(plan, nights, tonight).check(Nights.gates(summaries, (Level) one[1]), summaries))
                    .singleElement()
                    .extracting(GateResult::verdict)
                    .isEqualTo(one[2]);
        }
        assertThat(check(nights, Scale.PERCENT, 10.0, new HistoryPlan(HistoryPlan.Gate.OFF, 7)))
                .isEmpty();
    }

    @Test
    void whatHasNoThresholdIsNotGated() {
        List<ScoreSummary> summaries = Nights.summaries(Scale.PERCENT, null, 10.0);

        assertThat(new ChangeGate(HistoryPlan.DEFAULT, Nights.series(78, 78, 78), Nights.tonight(9))
                        .check(List.of(), summaries))
                .isEmpty();
    }

    @Test
    void aNightWithoutAScoreIsNeverAPass() {
        assertThat(check(Nights.series(78, 78, 78), Scale.PERCENT, null, HistoryPlan.DEFAULT))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.verdict()).isEqualTo(GateVerdict.INCOMPLETE);
                    assertThat(result.figure()).isNull();
                });
    }

    @Test
    void aFigureThatTwoDecimalsWouldHideIsShownInFull() {
        assertThat(only(Nights.series(78, 78, 78), Scale.PERCENT, 75.9999).reason())
                .startsWith("mean 75.9999 is below");
    }

    @Test
    void anotherJudgeBeginsAnewAndIsNamed() {
        JudgeIdentity before = new JudgeIdentity("openai", "m", Map.of("m-1", 9L), Map.of("w", "1"));
        JudgeIdentity now = new JudgeIdentity("openai", "m", Map.of("m-2", 9L, "m-1", 2L), Map.of("w", "1"));
        List<NightEntry> nights = new ArrayList<>();
        for (int day = 1; day <= 4; day++) {
            nights.add(Nights.night(day, 78, 0, before, "openai", "1"));
        }
        NightSeries series = NightSeries.of(nights);
        List<ScoreSummary> summaries = Nights.summaries(Scale.PERCENT, "openai", 50.0);
        ChangeGate same = new ChangeGate(HistoryPlan.DEFAULT, series, Nights.tonight(9, before));
        ChangeGate other = new ChangeGate(HistoryPlan.DEFAULT, series, Nights.tonight(9, now));

        assertThat(same.changeOfJudge(summaries)).isNull();
        assertThat(same.check(Nights.gates(summaries, null), summaries))
                .singleElement()
                .extracting(GateResult::verdict)
                .isEqualTo(GateVerdict.FAIL);
        assertThat(other.changeOfJudge(summaries))
                .isEqualTo(
                        "the judge differs from that of the last run (2026-11-04): it is openai m, answering as m-2, before"
                                + " openai m, answering as m-1; judged metrics are held only against runs under the same judge");
        assertThat(other.check(Nights.gates(summaries, null), summaries))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.verdict()).isEqualTo(GateVerdict.WARN);
                    assertThat(result.threshold()).isNull();
                    assertThat(result.reason()).startsWith("the judge differs");
                });
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    /** Adding the same to every night and to tonight moves the limit by as much; the order of the nights' files is nothing. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theLimitMovesWithTheNightsAndLiesNeverAboveTheMedianLessTwoPoints(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] means = random.doubles(3 + random.nextInt(5), 20, 70).toArray();
        double shift = random.nextDouble(0, 30);
        List<NightEntry> shuffled = new ArrayList<>(Nights.series(means).nights());
        Collections.shuffle(shuffled, new Random(seed));

        GateResult plain = only(Nights.series(means), Scale.PERCENT, 50);
        GateResult shifted = only(
                Nights.series(Arrays.stream(means).map(mean -> mean + shift).toArray()), Scale.PERCENT, 50 + shift);

        double limit = Objects.requireNonNull(plain.threshold());
        assertThat(shifted.threshold()).as("seed " + seed).isCloseTo(limit + shift, within(1e-9));
        assertThat(limit).as("seed " + seed).isLessThanOrEqualTo(plainMedian(means) - 2);
        assertThat(only(NightSeries.of(shuffled), Scale.PERCENT, 50))
                .as("seed " + seed)
                .isEqualTo(plain);
        assertThat(only(Nights.series(means), Scale.PERCENT, 100).verdict()).isEqualTo(GateVerdict.PASS);
    }

    private static double plainMedian(double[] means) {
        double[] sorted = Arrays.stream(means).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
