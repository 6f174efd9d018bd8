package io.ctxeval.judge.served;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Leave to send one request, from the quota and from the breaker. Settled once; a second settling has no effect. */
final class Pass {
    /** Classes that say that the endpoint is down. 429 isn't one of them: who counts requests is up. */
    private static final Set<CallClass> DOWN = EnumSet.of(
            CallClass.SERVER_ERROR,
            CallClass.OVERLOADED,
            CallClass.REQUEST_TIMEOUT,
            CallClass.CONNECTION_REFUSED,
            CallClass.CONNECTION_RESET,
            CallClass.TIMED_OUT);

    private final Permits.Permit permit;
    private final CircuitBreaker breaker;
    private final Runnable reached;
    private final AtomicBoolean settled = new AtomicBoolean();

    /** @param reached hears of each end that shows that somebody listens */
    Pass(Permits.Permit permit, CircuitBreaker breaker, Runnable reached) {
        this.permit = permit;
        this.breaker = breaker;
        this.reached = reached;
    }

    void answered(long inputTokens, long outputTokens) {
        if (settled.compareAndSet(false, true)) {
            reached.run();
            breaker.onSuccess(0, TimeUnit.NANOSECONDS);
            permit.answered(inputTokens, outputTokens);
        }
    }

    void failed(CallClass callClass, @Nullable Duration retryAfter) {
        if (settled.compareAndSet(false, true)) {
            if (callClass != CallClass.CONNECTION_REFUSED) {
                reached.run();
            }
            if (DOWN.contains(callClass)) {
                breaker.onError(0, TimeUnit.NANOSECONDS, new NoAnswer());
            } else {
                breaker.onSuccess(0, TimeUnit.NANOSECONDS);
            }
            permit.failed(callClass, retryAfter);
        }
    }

    /** Nothing was sent, or nobody waits for the answer any more. */
    void withdrawn() {
        if (settled.compareAndSet(false, true)) {
            breaker.releasePermission();
            permit.withdrawn();
        }
    }

    /** The breaker wants an exception, no one reads it. */
    private static final class NoAnswer extends Exception {
        private static final long serialVersionUID = 1L;

        NoAnswer() {
            super("no answer", null, false, false);
        }
    }
}
