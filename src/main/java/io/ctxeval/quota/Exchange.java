package io.ctxeval.quota;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an executor tells and asks the driver. An executor sends one at a time, and the same one again until it is answered; counts are
 * those since the exchange before.
 *
 * @param runId the session that it belongs to
 * @param sequence 1 for an executor's first exchange of a session, then rising by one
 * @param started requests that began
 * @param answered requests that ended with a usable answer
 * @param inputTokens that the endpoint counted for the answered ones
 * @param outputTokens likewise
 * @param failures requests that ended otherwise, by class
 * @param returned granted requests that were never begun
 * @param endedTokens estimates of all requests that ended or were returned
 * @param wishes token estimates of the requests that wait, first come first, bounded in number
 * @param waiting requests that wait in all
 * @param slowestMillis age of the oldest call in flight; 0 when there is none
 * @param fatal an answer that no further call can heal; null: none
 */
record Exchange(
        String runId,
        String executorId,
        long sequence,
        int started,
        int answered,
        long inputTokens,
        long outputTokens,
        List<Failures> failures,
        int returned,
        long endedTokens,
        List<Long> wishes,
        int waiting,
        long slowestMillis,
        @Nullable StopCause fatal)
        implements Serializable {
    Exchange {
        failures = List.copyOf(failures);
        wishes = List.copyOf(wishes);
    }

    int failed() {
        return failures.stream().mapToInt(Failures::count).sum();
    }
}
