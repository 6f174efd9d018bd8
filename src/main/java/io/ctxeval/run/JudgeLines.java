package io.ctxeval.run;

import io.ctxeval.plan.ServedJudge;
import io.ctxeval.quota.QuotaFigures;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines that people watch while a judge is asked. A line that says what the one before said is left out, and so is a later
 * round that asks nothing. Safe for threads.
 */
final class JudgeLines {
    private static final Duration SLOW = Duration.ofSeconds(5);

    private final ServedJudge judge;
    private Forecast forecast = Forecast.NONE;
    private long answeredBefore;
    private @Nullable Reached told;

    /** How far a round is; while this stays and nothing is under way, there is no news. */
    private record Reached(long started, long answered, long failed) {
        static Reached of(QuotaFigures figures) {
            return new Reached(figures.started(), figures.answered(), figures.failed());
        }
    }

    JudgeLines(ServedJudge judge) {
        this.judge = judge;
    }

    /**
     * The line before a round's first call. The first round has one even if the ledger answers everything: every run says what it
     * will ask.
     *
     * @param answered calls answered so far
     */
    synchronized Optional<String> round(int number, Forecast next, long answered) {
        forecast = next;
        answeredBefore = answered;
        told = null;
        return next.toAsk() > 0 || number == 1 ? Optional.of(ForecastText.line(number, next, judge)) : Optional.empty();
    }

    /** The line of a moment in the round; empty without news. */
    synchronized Optional<String> moment(QuotaFigures figures) {
        Reached reached = Reached.of(figures);
        boolean underWay = figures.inFlight() > 0 || figures.waiting() > 0 || figures.pausedMillis() > 0;
        if (forecast.toAsk() == 0 || (reached.equals(told) && !underWay)) {
            return Optional.empty();
        }
        told = reached;
        return Optional.of(line(figures));
    }

    private String line(QuotaFigures figures) {
        long done = Math.min(figures.answered() - answeredBefore, forecast.toAsk());
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "  judge: %,d of %,d answered, %,d reused, %.1f calls/s (limit %.1f), %,d in flight",
                done,
                forecast.toAsk(),
                forecast.reused(),
                figures.callsPerSecond(),
                figures.limitPerSecond(),
                figures.inFlight()));
        if (figures.failed() > 0) {
            line.append(", failures ").append(failures(figures));
        }
        line.append(
                String.format(Locale.ROOT, ", %,d tokens in, %,d out", figures.inputTokens(), figures.outputTokens()));
        Double cost = figures.cost();
        if (cost != null) {
            line.append(String.format(Locale.ROOT, ", cost %.4f", cost));
        }
        if (figures.pausedMillis() > 0) {
            line.append(", paused for ").append(ForecastText.shown(Duration.ofMillis(figures.pausedMillis())));
        } else if (figures.answered() == 0 && figures.failed() > 0) {
            line.append(", the judge at ").append(judge.endpoint().base()).append(" hasn't answered yet");
        } else if (figures.answersPerSecond() > 0 && done < forecast.toAsk()) {
            long seconds = (long) Math.ceil((forecast.toAsk() - done) / figures.answersPerSecond());
            line.append(", about ")
                    .append(ForecastText.shown(Duration.ofSeconds(seconds)))
                    .append(" left");
        }
        if (figures.slowestMillis() > SLOW.toMillis()) {
            line.append(", slowest call ").append(ForecastText.shown(Duration.ofMillis(figures.slowestMillis())));
        }
        return line.toString();
    }

    /** Failed calls by class, as messages name it. */
    static Map<String, Long> failures(QuotaFigures figures) {
        Map<String, Long> named = new TreeMap<>();
        figures.failures().forEach((failure, count) -> named.put(failure.name().toLowerCase(Locale.ROOT), count));
        return named;
    }
}
