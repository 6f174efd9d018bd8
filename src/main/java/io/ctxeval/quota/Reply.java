package io.ctxeval.quota;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What the driver answers to an {@link Exchange} or a {@link SecretAsk}. */
sealed interface Reply extends Serializable permits Reply.Grant, Reply.Refused, SecretReply {
    /**
     * A lease: the first wishes of the exchange may be sent, and no others.
     *
     * @param requests how many of them; may be 0
     * @param spreadMillis time over which they start evenly
     * @param validForMillis after which those not begun are void
     * @param askAgainMillis no exchange before this time has passed
     * @param stopCause null while calls may start
     */
    record Grant(
            int requests,
            long spreadMillis,
            long validForMillis,
            long askAgainMillis,
            @Nullable StopCause stopCause) implements Reply {}

    /** No judging session of that run is open. */
    record Refused(String reason) implements Reply {}
}
