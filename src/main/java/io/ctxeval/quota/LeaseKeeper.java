package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.judge.served.Permits;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor's leave to call: asks the driver for leases and lets the calls under a lease begin evenly.
 *
 * <p>Two threads: one asks, since an ask can block; one is the valve, a rate limiter of short periods that follows each lease. Futures
 * complete on the valve's thread, so what depends on them should be short or go to another executor. While the driver doesn't answer no
 * new call begins, and the same exchange is sent again.
 */
final class LeaseKeeper implements Permits, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final Duration PERIOD = Duration.ofMillis(20);

    private final LeaseBook book;
    private final Asking driver;
    private final RateLimiter valve;
    private final ScheduledExecutorService valveThread;
    private final Thread asker;
    private volatile boolean closed;
    private boolean answering = true;
    private boolean due;

    LeaseKeeper(String runId, String executorId, Asking driver) {
        this.driver = driver;
        this.valve = RateLimiter.of(
                "judge",
                RateLimiterConfig.custom()
                        .limitRefreshPeriod(PERIOD)
                        .limitForPeriod(1)
                        .timeoutDuration(Duration.ZERO)
                        .build());
        this.valveThread = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "ctxeval-judge-valve"));
        this.asker = daemon(this::keepAsking, "ctxeval-judge-leases");
        this.book = new LeaseBook(runId, executorId, System.nanoTime(), () -> LockSupport.unpark(asker));
    }

    /** Starts asking; once. */
    LeaseKeeper start() {
        asker.start();
        return this;
    }

    @Override
    public CompletableFuture<Permit> acquire(long tokens) {
        return book.acquire(tokens);
    }

    @Override
    public void stop(CallClass cause, String message) {
        onValve(book.stop(new StopCause.Fatal(cause, message)));
        LockSupport.unpark(asker);
    }

    /** Ends what waits; calls in flight go on, and nobody hears of their end. */
    @Override
    public void close() {
        closed = true;
        book.close("the judging session is over").forEach(Runnable::run);
        asker.interrupt();
        valveThread.shutdown();
    }

    LeaseBook book() {
        return book;
    }

    private void keepAsking() {
        while (!closed) {
            long wait = book.untilAsk(System.nanoTime());
            if (Thread.interrupted()) {
                continue; // with the flag set, parking would return at once
            }
            if (wait == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else if (wait > 0) {
                LockSupport.parkNanos(this, wait);
            } else {
                askOnce();
            }
        }
    }

    private void askOnce() {
        Exchange exchange = book.next(System.nanoTime());
        Reply reply = reply(exchange);
        if (reply == null) {
            book.unanswered(System.nanoTime());
        } else {
            onValve(book.answered(reply, System.nanoTime()));
        }
    }

    /** Null: no answer that can be used. */
    private @Nullable Reply reply(Exchange exchange) {
        try {
            Object reply = driver.ask(exchange);
            answering = true;
            return reply instanceof Reply given ? given : new Reply.Refused("the driver has no quota for judges");
        } catch (InterruptedException e) {
            return null; // closing, or a stray interrupt: the loop looks
        } catch (Exception e) {
            if (answering) {
                LOG.warn("The driver doesn't answer; no call of the judge begins until it does", e);
            }
            answering = false;
            return null;
        }
    }

    private void onValve(List<Runnable> first) {
        try {
            valveThread.execute(() -> {
                first.forEach(LeaseKeeper::runSafely);
                valve.changeLimitForPeriod(book.heldPer(PERIOD.toMillis()));
                if (!due) {
                    letThrough();
                }
            });
        } catch (RejectedExecutionException e) {
            first.forEach(LeaseKeeper::runSafely);
        }
    }

    private void letThrough() {
        due = false;
        while (book.holds()) {
            if (!valve.acquirePermission()) {
                due = true;
                var unused = valveThread.schedule(this::letThrough, PERIOD.toMillis() / 4, TimeUnit.MILLISECONDS);
                return;
            }
            Runnable begin = book.release(System.nanoTime());
            if (begin != null) {
                runSafely(begin);
            }
        }
    }

    private static void runSafely(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.error("A waiting call failed to begin or end", e);
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
