package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Failed attempts of one class, counted by an executor since its last exchange.
 *
 * @param count 1 or more
 * @param retryAfterMillis the longest wait that the endpoint asked for; null where it asked for none
 * @param youngestAgeMillis how long before the exchange the latest of these attempts started
 */
record Failures(CallClass callClass, int count, @Nullable Long retryAfterMillis, long youngestAgeMillis)
        implements Serializable {}
