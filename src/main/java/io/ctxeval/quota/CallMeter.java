package io.ctxeval.quota;

import java.time.Duration;

/** Counts per second over the last ten seconds. Not safe for many threads. */
final class CallMeter {
    private static final int SECONDS = 10;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final long start;
    private final long[] counts = new long[SECONDS];
    private long newest;

    CallMeter(long now) {
        this.start = now;
    }

    void add(long count, long now) {
        counts[slot(moveTo(now))] += count;
    }

    /** The mean over the last ten seconds, or since the start if that is shorter; less than a second counts as one. */
    double perSecond(long now) {
        moveTo(now);
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        double age = (now - start) / (double) SECOND;
        double covered = Math.min(age, SECONDS - 1 + age - Math.floor(age));
        return sum / Math.max(1, covered);
    }

    private long moveTo(long now) {
        long second = Math.max(newest, (now - start) / SECOND);
        for (long s = Math.max(newest + 1, second - SECONDS + 1); s <= second; s++) {
            counts[slot(s)] = 0;
        }
        newest = second;
        return second;
    }

    private static int slot(long second) {
        return (int) (second % SECONDS);
    }
}
