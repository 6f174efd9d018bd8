package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an executor has to tell since its last exchange. Not safe for many threads. */
final class Tally {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final class Failed {
        int count;

        @Nullable Duration retryAfter;

        long latestStart;
    }

    int started;
    int answered;
    long inputTokens;
    long outputTokens;
    int returned;
    long endedTokens;
    private final Map<CallClass, Failed> failures = new EnumMap<>(CallClass.class);

    void started() {
        started++;
    }

    void answered(long estimate, long input, long output) {
        answered++;
        endedTokens += estimate;
        inputTokens += input;
        outputTokens += output;
    }

    void failed(long estimate, CallClass callClass, @Nullable Duration retryAfter, long start) {
        endedTokens += estimate;
        Failed failed = failures.computeIfAbsent(callClass, unseen -> new Failed());
        failed.latestStart = failed.count == 0 || start - failed.latestStart > 0 ? start : failed.latestStart;
        failed.count++;
        Duration before = failed.retryAfter;
        if (retryAfter != null && (before == null || retryAfter.compareTo(before) > 0)) {
            failed.retryAfter = retryAfter;
        }
    }

    void returned(long estimate) {
        returned++;
        endedTokens += estimate;
    }

    boolean isEmpty() {
        return started == 0 && answered == 0 && returned == 0 && failures.isEmpty();
    }

    List<Failures> failures(long now) {
        List<Failures> counted = new ArrayList<>();
        failures.forEach((callClass, failed) -> counted.add(new Failures(
                callClass,
                failed.count,
                millis(failed.retryAfter),
                Math.max(0, now - failed.latestStart) / NANOS_PER_MILLI)));
        return counted;
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        if (duration == null) {
            return null;
        }
        try {
            return duration.toMillis();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
