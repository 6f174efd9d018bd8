package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final MetricRule OVERALL = new MetricRule("overall", Scale.TEN, null, 8.0);
    private static final MetricRule WASTE = new MetricRule("ctx_waste", Scale.PERCENT, "lexical", 80.0);

    @Test
    void passesAtTheThreshold() {
        GateResult result = check(OVERALL, mean(8, null), scores(8, 8));
        assertThat(result.verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(result.reason()).isEqualTo("mean 8.00 reaches 8.00");
    }

    @Test
    void failsBelowTheThreshold() {
        GateResult result = check(OVERALL, mean(8, null), scores(8, 7));
        assertThat(result.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(result.verdict().exitCode()).isEqualTo(1);
        assertThat(result.reason()).isEqualTo("mean 7.50 is below 8.00");
    }

    @Test
    void doesntShowAMissAsTheThresholdItself() {
        assertThat(check(OVERALL, mean(8, null), scores(7.999)).reason()).isEqualTo("mean 7.999 is below 8.00");
    }

    @Test
    void rowsThatAreAllInvalidAreIncompleteAndNeverAnEmptyPass() {
        ScoreState state = new ScoreState(OVERALL);
        for (int i = 0; i < 12; i++) {
            state.add(Status.INVALID_INPUT);
        }
        GateResult result = check(OVERALL, mean(8, null), state);
        assertThat(result.verdict()).isEqualTo(GateVerdict.INCOMPLETE);
        assertThat(result.verdict().exitCode()).isEqualTo(3);
        assertThat(result.coverage()).isEqualTo(0.0);
        assertThat(result.figure()).isNull();
        assertThat(result.reason()).isEqualTo("coverage 0.00 % is below 95.00 %: 12 of 12 rows have no score");
    }

    @Test
    void withoutAnyScoreFailsEvenIfNoCoverageIsAskedFor() {
        ScoreState state = new ScoreState(OVERALL);
        state.add(Status.INVALID_INPUT);
        Threshold threshold = new Threshold("overall", Threshold.Rule.MEAN, 8, null, null, 0);
        assertThat(check(OVERALL, threshold, state).verdict()).isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void lowCoverageIsWorseThanAMissedFigureAndBothAreSaid() {
        ScoreState state = scores(7);
        state.add(Status.INVALID_INPUT);
        GateResult result = check(OVERALL, mean(8, null), state);
        assertThat(result.verdict()).isEqualTo(GateVerdict.INCOMPLETE);
        assertThat(result.reason())
                .isEqualTo(
                        "coverage 50.00 % is below 95.00 %: 1 of 2 rows have no score; over the other 1 row: mean 7.00 is below 8.00");
    }

    @Test
    void coverageAtItsMinimumIsEnough() {
        ScoreState state = scores(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9);
        state.add(Status.INVALID_INPUT);
        assertThat(check(OVERALL, mean(8, null), state).verdict()).isEqualTo(GateVerdict.PASS);
    }

    @Test
    void aMetricThatAppliesToNoRowIsNeitherPassNorFailure() {
        ScoreState state = new ScoreState(OVERALL);
        state.add(Status.NOT_APPLICABLE);
        GateResult result = check(OVERALL, mean(8, null), state);
        assertThat(result.verdict()).isEqualTo(GateVerdict.NOT_APPLICABLE);
        assertThat(result.verdict().exitCode()).isZero();
        assertThat(result.reason()).isEqualTo("applies to none of 1 row");
    }

    @Test
    void rowsThatNobodyJudgedAreIncomplete() {
        ScoreState state = new ScoreState(OVERALL);
        state.add(Status.NOT_SAMPLED);
        assertThat(check(OVERALL, mean(8, null), state).verdict()).isEqualTo(GateVerdict.INCOMPLETE);
    }

    @Test
    void builtInJudgesOnlyWarnUnlessThePlanSaysOtherwise() {
        ScoreState state = new ScoreState(WASTE);
        state.add(new Score.Scored(10));
        Threshold silent = new Threshold("ctx_waste", Threshold.Rule.MEAN, 80, null, null, 0.95);
        Threshold strict = new Threshold("ctx_waste", Threshold.Rule.MEAN, 80, null, Threshold.Level.FAIL, 0.95);
        assertThat(check(WASTE, silent, state).verdict()).isEqualTo(GateVerdict.WARN);
        assertThat(check(WASTE, strict, state).verdict()).isEqualTo(GateVerdict.FAIL);
        MetricRule openai = new MetricRule("ctx_waste", Scale.PERCENT, "openai:gpt", 80.0);
        ScoreState judged = new ScoreState(openai);
        judged.add(new Score.Scored(10));
        assertThat(check(openai, silent, judged).verdict()).isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void passRatesAndMetricsOfWhichLessIsBetterGateToo() {
        Threshold rate = new Threshold("overall", Threshold.Rule.PASS_RATE, 0.9, null, null, 0.95);
        assertThat(check(OVERALL, rate, scores(9, 7)).reason())
                .isEqualTo("pass rate (rows from 8.00) 50.00 % is below 90.00 %");
        MetricRule lower = new MetricRule("exact_dup_ratio", Scale.SHARE_LOWER, null, null);
        ScoreState state = new ScoreState(lower);
        state.add(new Score.Scored(0.25));
        Threshold most = new Threshold("exact_dup_ratio", Threshold.Rule.MEAN, 0.2, null, null, 0.95);
        assertThat(check(lower, most, state).reason()).isEqualTo("mean 0.25 is above 0.20");
    }

    @Test
    void gatesEachLargeGroupExceptTheBase() {
        RunState run = new RunState(List.of(OVERALL), List.of("v"), List.of("v"));
        for (int i = 0; i < 30; i++) {
            run.add(Map.of("v", "base"), List.of(new Score.Scored(1)));
            run.add(Map.of("v", "next"), List.of(new Score.Scored(1)));
        }
        run.add(Map.of("v", "rare"), List.of(new Score.Scored(1)));
        Gate gate = new Gate(Map.of("overall", mean(8, null)), group -> "base".equals(group.value("v")));
        List<GateResult> results = gate.check(run.summaries(List.of("v")), List.of("v"));
        assertThat(results).extracting(result -> result.group().text()).containsExactly("all", "v=next");
        assertThat(GateVerdict.worst(results)).isEqualTo(GateVerdict.FAIL);
        assertThat(gate.check(run.summaries(List.of("v")), List.of())).hasSize(1);
    }

    @Test
    void theResultIsTheMeanOfMeansAndNullWhereAPartIsMissing() {
        RunState run = new RunState(List.of(WASTE, OVERALL));
        run.add(Map.of(), List.of(new Score.Scored(60), new Score.Scored(9)));
        assertThat(RunResult.of(run.summaries(), Map.of())).isEqualTo(75);
        assertThat(RunResult.of(run.summaries(), Map.of("overall", 3.0))).isEqualTo(82.5);
        assertThat(RunResult.of(run.summaries(), Map.of("overall", 0.0))).isEqualTo(60);

        RunState samples = new RunState(List.of(WASTE, OVERALL));
        samples.add(Map.of(), List.of(new Score.Scored(60), Score.notApplicable("no trace")));
        assertThat(RunResult.of(samples.summaries(), Map.of())).isEqualTo(60);

        RunState failed = new RunState(List.of(WASTE, OVERALL));
        failed.add(Map.of(), List.of(new Score.Scored(60), Score.invalidInput("trace_events: a text")));
        assertThat(RunResult.of(failed.summaries(), Map.of())).isNull();
        assertThat(RunResult.of(new RunState(List.of(OVERALL)).summaries(), Map.of()))
                .isNull();
    }

    private static Threshold mean(double value, Threshold.@Nullable Level level) {
        return new Threshold("overall", Threshold.Rule.MEAN, value, null, level, Threshold.DEFAULT_MIN_COVERAGE);
    }

    private static ScoreState scores(double... scores) {
        ScoreState state = new ScoreState(OVERALL);
        for (double score : scores) {
            state.add(new Score.Scored(score));
        }
        return state;
    }

    private static GateResult check(MetricRule rule, Threshold threshold, ScoreState state) {
        Gate gate = new Gate(Map.of(rule.metric(), threshold), group -> false);
        List<GateResult> results =
                gate.check(List.of(new ScoreSummary(GroupKey.WHOLE, rule, state.figures())), List.of());
        assertThat(results).hasSize(1);
        return results.get(0);
    }
}
