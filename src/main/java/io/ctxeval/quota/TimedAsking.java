package io.ctxeval.quota;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks on a thread of its own and gives up after a while: Spark's own time-out is two minutes. */
final class TimedAsking implements Asking, AutoCloseable {
    private final Asking asking;
    private final Duration longest;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "ctxeval-judge-ask");
        thread.setDaemon(true);
        return thread;
    });

    TimedAsking(Asking asking, Duration longest) {
        this.asking = asking;
        this.longest = longest;
    }

    /** @throws java.util.concurrent.TimeoutException when no answer came in time */
    @Override
    public @Nullable Object ask(Object message) throws Exception {
        Future<@Nullable Object> answer = threads.submit(() -> asking.ask(message));
        try {
            return answer.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CancellationException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
