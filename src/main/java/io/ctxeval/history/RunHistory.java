package io.ctxeval.history;

import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run.json} says of a run's place in its job.
 *
 * @param night what the history counts once, see {@link NightEntry}, as for date and at
 * @param regressed whether it missed a limit that the nights before set, also where that only warns
 * @param trend the nights before, oldest first
 */
public record RunHistory(String night, @Nullable String date, Instant at, boolean regressed, List<TrendNight> trend) {
    public RunHistory {
        trend = List.copyOf(trend);
    }

    /**
     * The place of a run.
     *
     * @param gates of the run, those on change too: what its trend shows
     * @param nights most nights of the trend
     */
    public static RunHistory of(Tonight tonight, NightSeries before, List<GateResult> gates, int nights) {
        List<TrendNight> trend = before.last(nights).stream()
                .map(entry -> trendNight(tonight, entry, gates))
                .toList();
        return new RunHistory(tonight.night(), tonight.date(), tonight.at(), ChangeGate.isMissed(gates), trend);
    }

    private static TrendNight trendNight(Tonight tonight, NightEntry entry, List<GateResult> gates) {
        List<TrendNight.Figure> figures = new ArrayList<>();
        for (GateResult gate : gates) {
            NightFigure figure =
                    entry.figure(gate.group().text(), gate.metric()).orElse(null);
            if (gate.rule() != GateRule.CHANGE
                    && figure != null
                    && figure.mean() != null
                    && tonight.isComparable(entry, figure, gate.judge())) {
                figures.add(new TrendNight.Figure(figure.group(), figure.metric(), figure.mean()));
            }
        }
        return new TrendNight(
                entry.night(), entry.runId(), entry.exitCode(), entry.verdict(), entry.regressed(), figures);
    }
}
