package io.ctxeval.rehearsal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Lets requests in as the throttle allows, numbers them, and draws the faults that hit them. Safe for threads. */
final class Turnstile {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final double TOKEN_BURST_SECONDS = 10;

    private final Map<String, Long> attempts = new HashMap<>();
    private final Deque<Fault> ordered = new ArrayDeque<>();
    private Throttle throttle;
    private TokenBucket calls;
    private TokenBucket tokens;
    private long admitted;

    Turnstile(Throttle throttle, long now) {
        this.throttle = throttle;
        this.calls = callBucket(throttle, now);
        this.tokens = tokenBucket(throttle, now);
    }

    /** Sets other limits, with full buckets; the same ones change nothing. */
    synchronized void throttle(Throttle other, long now) {
        if (!other.equals(throttle)) {
            throttle = other;
            calls = callBucket(other, now);
            tokens = tokenBucket(other, now);
        }
    }

    /** How long a request has to wait; zero: it is paid for and in. */
    synchronized Duration enter(Asked asked, long now) {
        double wanted = asked.promptTokens() + (double) asked.outputLimit();
        Duration forCall = calls.timeUntil(1, now);
        Duration forTokens = tokens.timeUntil(wanted, now);
        Duration wait = forCall.compareTo(forTokens) < 0 ? forTokens : forCall;
        if (wait.isZero()) {
            calls.take(1);
            tokens.take(wanted);
        }
        return wait;
    }

    /** Gives back what a reply didn't use. */
    synchronized void settle(Asked asked, long usedTokens) {
        tokens.giveBack(asked.promptTokens() + (double) asked.outputLimit() - usedTokens);
    }

    synchronized Admission admit(Asked asked) {
        return new Admission(asked.question(), ++admitted, attempts.merge(asked.question(), 1L, Long::sum));
    }

    synchronized long admitted() {
        return admitted;
    }

    /** The next requests fail like this, in the order of these calls, before any disturbance is asked. */
    synchronized void failNext(int requests, Fault fault) {
        for (int i = 0; i < requests; i++) {
            ordered.add(fault);
        }
    }

    synchronized Optional<Fault> fault(Admission admission, Iterable<Disturbance> disturbances) {
        Fault next = ordered.poll();
        if (next != null) {
            return Optional.of(next);
        }
        int salt = 0;
        for (Disturbance disturbance : disturbances) {
            if (disturbance.reaches(admission) && admission.draw(salt) < disturbance.share()) {
                return Optional.of(disturbance.fault());
            }
            salt++;
        }
        return Optional.empty();
    }

    private static TokenBucket callBucket(Throttle throttle, long now) {
        return new TokenBucket(throttle.callsPerSecond(), throttle.burst(), now);
    }

    private static TokenBucket tokenBucket(Throttle throttle, long now) {
        double perSecond = throttle.tokensPerMinute() / SECONDS_PER_MINUTE;
        return new TokenBucket(perSecond, perSecond * TOKEN_BURST_SECONDS, now);
    }
}
