package io.ctxeval.judge.served;

import java.io.Serializable;
import java.time.Duration;

/**
 * Limits of calls; travels to executors, where the guards are built from it.
 *
 * @param connectTimeout longest wait for a connection
 * @param attemptTimeout longest time of one attempt, body included
 * @param rowTimeout longest time of a question over all attempts
 * @param maxAttempts 1 or more
 * @param firstBackoff mean of the first wait between attempts; doubles, with full jitter
 * @param longestBackoff bound of a wait that the endpoint didn't ask for
 * @param longestRetryAfter bound of a wait that the endpoint asked for
 * @param maxReplyBytes largest body that is read; more where a request allows a longer reply, see {@link #replyBound}
 */
public record CallPolicy(
        Duration connectTimeout,
        Duration attemptTimeout,
        Duration rowTimeout,
        int maxAttempts,
        Duration firstBackoff,
        Duration longestBackoff,
        Duration longestRetryAfter,
        int maxReplyBytes)
        implements Serializable {
    /** A token is some four characters; in a JSON text within a JSON text each may become several bytes. */
    private static final long BYTES_PER_TOKEN = 16;

    /**
     * The largest body that is read in answer to a request: what we allow an endpoint to say isn't too long for us to hear.
     *
     * @param outputLimit tokens that the request allows
     */
    int replyBound(int outputLimit) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(maxReplyBytes, BYTES_PER_TOKEN * outputLimit));
    }
}
