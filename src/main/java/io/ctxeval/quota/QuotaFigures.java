package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a judging session stands, as far as executors have reported: for the progress line and {@code progress.json}. What was really
 * spent is counted from the ledger.
 *
 * @param started requests begun, retries among them
 * @param answered requests with a usable answer
 * @param failures requests that ended otherwise, by class
 * @param callsPerSecond granted requests per second over the last ten seconds
 * @param answersPerSecond usable answers per second over the last ten seconds
 * @param limitPerSecond requests per second that may start now; 0 while paused
 * @param inFlight granted requests that haven't ended, as the driver knows them
 * @param waiting requests that wait on all executors
 * @param cost so far; null where no prices are known
 * @param slowestMillis age of the oldest call in flight; 0 when there is none
 * @param executors heard of lately
 * @param pausedMillis what is left of a pause
 * @param stopCause null while calls may start
 */
public record QuotaFigures(
        long started,
        long answered,
        Map<CallClass, Long> failures,
        double callsPerSecond,
        double answersPerSecond,
        double limitPerSecond,
        long inFlight,
        long waiting,
        long inputTokens,
        long outputTokens,
        @Nullable Double cost,
        long slowestMillis,
        int executors,
        long pausedMillis,
        @Nullable StopCause stopCause) {
    public QuotaFigures {
        failures = Map.copyOf(failures);
    }

    /** Requests that ended without a usable answer. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Requests that were answered with 429. */
    public long rateLimited() {
        return failures.getOrDefault(CallClass.RATE_LIMITED, 0L);
    }
}
