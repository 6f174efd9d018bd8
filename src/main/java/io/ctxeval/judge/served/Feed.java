package io.ctxeval.judge.served;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets requests through to an endpoint: first the breaker, then the quota. While the breaker is open requests wait; none fails.
 *
 * <p>An endpoint that stays down longer than a question may take stops judging: every question would only wait for its own end. One
 * where nobody has ever listened gets less time: it is a wrong address or a server that isn't started, and its user waits at a
 * screen.
 */
final class Feed {
    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    /** Four of five in a window of 50 say that an endpoint is down; back-off alone carries what is less. */
    private static final float DOWN_PERCENT = 80;

    private static final int WINDOW = 50;
    private static final int FEWEST = 20;
    private static final int PROBES = 5;

    /** Bounds how long a stop of judging goes unnoticed by those that wait. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private static final Duration LONGEST_LOOK = Duration.ofMillis(250);

    private static final Duration FIRST_CONTACT = Duration.ofSeconds(30);

    private final Permits permits;
    private final CircuitBreaker breaker;
    private final Duration look;
    private final Duration longestOutage;
    private final Duration firstContact;
    private final ConcurrentLinkedDeque<Entry> waiting = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long downSince;
    private volatile boolean reached;

    Feed(Permits permits, CallPolicy policy) {
        this(permits, policy, FIRST_CONTACT);
    }

    /** @param firstContact longest time during which all connections are refused */
    Feed(Permits permits, CallPolicy policy, Duration firstContact) {
        this.permits = permits;
        this.firstContact = shorter(firstContact, policy.rowTimeout());
        Duration pause = shorter(policy.longestBackoff(), LONGEST_PAUSE);
        this.look = shorter(pause.dividedBy(4).plusMillis(1), LONGEST_LOOK);
        this.longestOutage = policy.rowTimeout();
        this.breaker = CircuitBreaker.of(
                "judge",
                CircuitBreakerConfig.custom()
                        .failureRateThreshold(DOWN_PERCENT)
                        .slidingWindow(WINDOW, FEWEST, SlidingWindowType.COUNT_BASED)
                        .permittedNumberOfCallsInHalfOpenState(PROBES)
                        .waitDurationInOpenState(pause.plusMillis(1))
                        .writableStackTraceEnabled(false)
                        .build());
        breaker.getEventPublisher().onStateTransition(event -> changed(event.getStateTransition()));
    }

    /**
     * Asks for leave to send one request.
     *
     * @return completes on a thread of {@link Wire}; exceptionally with {@link JudgingStopped}. Cancelling it takes the wish back
     */
    CompletableFuture<Pass> enter(long tokens) {
        Entry entry = new Entry(tokens);
        if (breaker.tryAcquirePermission()) {
            askQuota(entry);
        } else {
            await(entry);
        }
        return entry;
    }

    boolean paused() {
        return breaker.getState() == State.OPEN;
    }

    private void askQuota(Entry entry) {
        CompletableFuture<Permits.Permit> wish = permits.acquire(entry.tokens);
        entry.wish = wish;
        CompletionStage<Permits.Permit> answer = wish;
        answer.whenCompleteAsync((permit, failure) -> decide(entry, permit, failure), Wire.WORK);
        if (entry.isDone()) {
            wish.cancel(true);
        }
    }

    private void decide(Entry entry, Permits.@Nullable Permit permit, @Nullable Throwable failure) {
        if (permit == null) {
            breaker.releasePermission();
            entry.completeExceptionally(failure == null ? new IllegalStateException("no permit") : failure);
            look();
            return;
        }
        Pass pass = new Pass(permit, breaker, () -> reached = true);
        if (paused()) {
            // the breaker opened while the quota let us wait
            pass.withdrawn();
            await(entry);
        } else if (!entry.complete(pass)) {
            pass.withdrawn();
        }
    }

    private void await(Entry entry) {
        waiting.add(entry);
        lookLater();
    }

    private void lookLater() {
        if (looking.compareAndSet(false, true)) {
            Wire.later(look, () -> {
                looking.set(false);
                look();
            });
        }
    }

    private void look() {
        for (Entry entry = waiting.poll(); entry != null; entry = waiting.poll()) {
            if (entry.isDone()) {
                continue;
            }
            if (!breaker.tryAcquirePermission()) {
                waiting.addFirst(entry);
                lookLater();
                return;
            }
            askQuota(entry);
        }
    }

    private void changed(StateTransition transition) {
        LOG.info("the judge's endpoint: breaker {}", transition);
        switch (transition) {
            case CLOSED_TO_OPEN -> downSince = System.nanoTime();
            case HALF_OPEN_TO_OPEN -> stopIfDownForLong(Duration.ofNanos(System.nanoTime() - downSince));
            default -> {
                // closed again, or about to try
            }
        }
    }

    private void stopIfDownForLong(Duration down) {
        if (!reached && down.compareTo(firstContact) > 0) {
            permits.stop(
                    CallClass.CONNECTION_REFUSED,
                    "nobody listens at the endpoint: for " + shown(firstContact)
                            + " every connection was refused; check judge.url, start the endpoint, then run again");
        } else if (down.compareTo(longestOutage) > 0) {
            permits.stop(
                    CallClass.CONNECTION_REFUSED,
                    "the endpoint has been down for longer than a row's time of " + shown(longestOutage)
                            + "; run again when it is up");
        }
    }

    private static String shown(Duration duration) {
        return duration.toSeconds() + " s";
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static final class Entry extends CompletableFuture<Pass> {
        private final long tokens;
        private volatile @Nullable CompletableFuture<Permits.Permit> wish;

        Entry(long tokens) {
            this.tokens = tokens;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            boolean cancelled = super.cancel(mayInterrupt);
            CompletableFuture<Permits.Permit> asked = wish;
            if (cancelled && asked != null) {
                asked.cancel(mayInterrupt);
            }
            return cancelled;
        }
    }
}
