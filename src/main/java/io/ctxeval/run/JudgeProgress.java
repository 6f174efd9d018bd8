package io.ctxeval.run;

import io.ctxeval.plan.ServedJudge;
import io.ctxeval.quota.OpenSession;
import io.ctxeval.quota.QuotaFigures;
import io.ctxeval.quota.StopCause;
import io.ctxeval.report.JudgeSnapshot;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * What people watch while a judge is asked: a forecast before each round, a line every few seconds, the same figures in {@code
 * progress.json}. A file that can't be written is told once and stops nothing.
 */
final class JudgeProgress implements JudgeStage.Watch, AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final ServedJudge judge;
    private final @Nullable OpenSession session;
    private final PrintWriter out;
    private final Storage storage;
    private final Path file;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "ctxeval-judge-progress");
        thread.setDaemon(true);
        return thread;
    });
    private final ScheduledFuture<?> telling;
    private final Instant started = Instant.now();
    private volatile Forecast forecast = Forecast.NONE;
    private volatile int round;
    private volatile long startedBefore;
    private volatile boolean fileFailed;

    /**
     * @param session null: nobody is called
     */
    JudgeProgress(ServedJudge judge, @Nullable OpenSession session, PrintWriter out, Storage storage, Path file) {
        this.judge = judge;
        this.session = session;
        this.out = out;
        this.storage = storage;
        this.file = file;
        telling = clock.scheduleWithFixedDelay(this::tell, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void round(int number, Forecast forecast) {
        this.forecast = forecast;
        round = number;
        startedBefore = session == null ? 0 : session.figures().answered();
        say(ForecastText.line(number, forecast, judge));
    }

    @Override
    public @Nullable StopCause stopped() {
        return session == null ? null : session.stopCause().orElse(null);
    }

    private void tell() {
        QuotaFigures figures = session == null ? null : session.figures();
        if (figures == null || round == 0) {
            return;
        }
        say(line(figures));
        write(figures);
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    private String line(QuotaFigures figures) {
        long done = Math.min(figures.answered() - startedBefore, forecast.toAsk());
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
            line.append(", failures ").append(new TreeMap<>(named(figures)));
        }
        line.append(
                String.format(Locale.ROOT, ", %,d tokens in, %,d out", figures.inputTokens(), figures.outputTokens()));
        Double cost = figures.cost();
        if (cost != null) {
            line.append(String.format(Locale.ROOT, ", cost %.4f", cost));
        }
        if (figures.pausedMillis() > 0) {
            line.append(", paused for ").append(ForecastText.shown(Duration.ofMillis(figures.pausedMillis())));
        } else if (figures.callsPerSecond() > 0 && done < forecast.toAsk()) {
            long seconds = (long) Math.ceil((forecast.toAsk() - done) / figures.callsPerSecond());
            line.append(", about ")
                    .append(ForecastText.shown(Duration.ofSeconds(seconds)))
                    .append(" left");
        }
        if (figures.slowestMillis() > EVERY.toMillis()) {
            line.append(", slowest call ").append(ForecastText.shown(Duration.ofMillis(figures.slowestMillis())));
        }
        return line.toString();
    }

    private static Map<String, Long> named(QuotaFigures figures) {
        Map<String, Long> named = new LinkedHashMap<>();
        figures.failures().forEach((failure, count) -> named.put(failure.name().toLowerCase(Locale.ROOT), count));
        return named;
    }

    private void write(QuotaFigures figures) {
        Instant now = Instant.now();
        StopCause stop = figures.stopCause();
        JudgeSnapshot snapshot = new JudgeSnapshot(
                now,
                Duration.between(started, now).toMillis() / 1000.0,
                round,
                forecast.toAsk(),
                forecast.reused(),
                figures.answered(),
                new TreeMap<>(named(figures)),
                figures.callsPerSecond(),
                figures.limitPerSecond(),
                figures.inFlight(),
                figures.inputTokens(),
                figures.outputTokens(),
                figures.cost(),
                figures.slowestMillis(),
                stop == null ? null : stop.message());
        try {
            storage.replace(file, snapshot.toJson().getBytes(StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException e) {
            if (!fileFailed) {
                fileFailed = true;
                say("  judge: " + file + " can't be written: " + e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        telling.cancel(false);
        clock.shutdownNow();
        if (session != null && round > 0) {
            write(session.figures());
        }
    }
}
