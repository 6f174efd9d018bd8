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

    private final JudgeLines lines;
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
    private volatile boolean fileFailed;

    /**
     * @param session null: nobody is called
     */
    JudgeProgress(ServedJudge judge, @Nullable OpenSession session, PrintWriter out, Storage storage, Path file) {
        lines = new JudgeLines(judge);
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
        long answered = session == null ? 0 : session.figures().answered();
        lines.round(number, forecast, answered).ifPresent(this::say);
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
        lines.moment(figures).ifPresent(this::say);
        write(figures);
    }

    private void say(String line) {
        out.println(line);
        out.flush();
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
                JudgeLines.failures(figures),
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
        clock.shutdown();
        try {
            clock.awaitTermination(
                    EVERY.toSeconds(), TimeUnit.SECONDS); // an interrupted write would look like a failed one
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (session != null && round > 0) {
            write(session.figures());
        }
    }
}
