package io.ctxeval.judge.served;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Leave to call: the quota of the whole application as one executor sees it. Safe for many threads. */
public interface Permits {
    /**
     * Asks for leave to send one request.
     *
     * @param tokens estimate of prompt and reply
     * @return completes when the request may be sent; completes exceptionally with {@link JudgingStopped} once no call of this
     *     run may start any more. Cancelling it takes the wish back.
     */
    CompletableFuture<Permit> acquire(long tokens);

    /** A fatal answer: no call of this run starts any more, on any executor (within one lease's length). */
    void stop(CallClass cause, String message);

    /** Why no call of this run may start any more; empty while calls may. Cheap: windows look several times a second. */
    default Optional<JudgingStopped> stopped() {
        return Optional.empty();
    }

    /** One request's share of the quota. Exactly one of its methods is called, once. */
    interface Permit {
        /** The endpoint answered: real usage takes the estimate's place. */
        void answered(long inputTokens, long outputTokens);

        /**
         * No usable answer; the tokens go back.
         *
         * @param retryAfter what the endpoint asked for, bounded; null where it said nothing
         */
        void failed(CallClass callClass, @Nullable Duration retryAfter);

        /**
         * The request wasn't sent, or nobody waits for its answer any more: the share goes back, and nothing is learnt about the
         * endpoint.
         */
        default void withdrawn() {
            failed(CallClass.CONNECTION_RESET, null);
        }
    }
}
