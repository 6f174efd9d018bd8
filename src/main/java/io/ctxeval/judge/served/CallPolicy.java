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
 * @param maxReplyBytes largest body that is read
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
        implements Serializable {}
