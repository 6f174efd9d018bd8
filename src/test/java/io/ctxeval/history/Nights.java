package io.ctxeval.history;

import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import io.ctxeval.summary.Gate;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.RunState;
import io.ctxeval.summary.ScoreSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nights of one metric over all rows, one after the other from the first of November. */
final class Nights {
    static final JudgeIdentity NOBODY = new JudgeIdentity("none", null, Map.of(), Map.of());
    static final String METRIC = "m";

    private static final LocalDate FIRST = LocalDate.parse("2026-11-01");

    private Nights() {}

    static Instant at(int day) {
        return FIRST.plusDays(day - 1L).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    static NightEntry night(int day, double mean) {
        return night(day, mean, 0, NOBODY, null, "1");
    }

    static NightEntry night(
            int day, double mean, int exitCode, JudgeIdentity judge, @Nullable String judgeName, String version) {
        String date = FIRST.plusDays(day - 1L).toString();
        return new NightEntry(
                NightEntry.FORMAT,
                "job",
                "run-" + day,
                date,
                date,
                at(day),
                at(day).plusSeconds(90_000),
                at(day).plusSeconds(90_060),
                exitCode,
                exitCode == 0 ? "pass" : "fail",
                false,
                judge,
                List.of(new NightFigure("all", METRIC, judgeName, version, mean, 10, 10, 1.0)));
    }

    /** A night that missed its limit at a gate that only warns. */
    static NightEntry warned(int day, double mean) {
        NightEntry good = night(day, mean);
        return new NightEntry(
                good.format(),
                good.job(),
                good.runId(),
                good.night(),
                good.date(),
                good.at(),
                good.startedAt(),
                good.finishedAt(),
                0,
                "warn",
                true,
                good.judge(),
                good.figures());
    }

    static NightSeries series(double... means) {
        List<NightEntry> nights = new ArrayList<>();
        for (double mean : means) {
            nights.add(night(nights.size() + 1, mean));
        }
        return NightSeries.of(nights);
    }

    static Tonight tonight(int day) {
        return tonight(day, NOBODY);
    }

    static Tonight tonight(int day, JudgeIdentity judge) {
        String date = FIRST.plusDays(day - 1L).toString();
        return new Tonight(date, date, at(day), judge, metric -> "1");
    }

    /** One row with this score, or one that should have had one. */
    static List<ScoreSummary> summaries(Scale scale, @Nullable String judge, @Nullable Double score) {
        RunState state = new RunState(List.of(new MetricRule(METRIC, scale, judge, null)), List.of());
        state.add(
                Map.of(),
                List.of(
                        score == null
                                ? new Score.Unscored(Status.JUDGE_INVALID, "no reply")
                                : new Score.Scored(score)));
        return state.summaries(List.of());
    }

    /** The gate of the plan itself, which lets everything through. */
    static List<GateResult> gates(List<ScoreSummary> summaries, Threshold.@Nullable Level level) {
        ScoreSummary summary = summaries.get(0);
        Scale scale = summary.rule().scale();
        double harmless = scale.higherIsBetter() ? scale.least() : 1e9;
        return new Gate(
                        Map.of(METRIC, new Threshold(METRIC, Threshold.Rule.MEAN, harmless, null, level, 0)),
                        group -> false)
                .check(summaries, List.of());
    }
}
