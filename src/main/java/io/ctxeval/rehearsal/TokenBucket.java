package io.ctxeval.rehearsal;

import java.time.Duration;

/**
 * A bucket that fills steadily. Time is a parameter, in nanoseconds of any origin, never falling. What asks for more than the whole
 * bucket gets it once the bucket is full, and leaves a debt. Not safe for threads.
 */
final class TokenBucket {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double capacity;
    private double level;
    private long filledAt;

    /**
     * A full bucket.
     *
     * @param perSecond above 0; infinity: always full
     * @param capacity above 0
     */
    TokenBucket(double perSecond, double capacity, long now) {
        this.perSecond = perSecond;
        this.capacity = capacity;
        this.level = capacity;
        this.filledAt = now;
    }

    /** How long until this amount can be taken; zero: now. */
    Duration timeUntil(double amount, long now) {
        fill(now);
        double lacking = Math.min(amount, capacity) - level;
        // a sliver that only the rounding of doubles withholds is no reason to wait
        return lacking <= 1e-9 * capacity
                ? Duration.ZERO
                : Duration.ofNanos((long) Math.ceil(lacking / perSecond * NANOS));
    }

    void take(double amount) {
        if (Double.isFinite(perSecond)) {
            level -= amount;
        }
    }

    void giveBack(double amount) {
        if (Double.isFinite(perSecond)) {
            level = Math.min(capacity, level + amount);
        }
    }

    private void fill(long now) {
        if (Double.isFinite(perSecond)) {
            level = Math.min(capacity, level + (now - filledAt) / NANOS * perSecond);
        }
        filledAt = now;
    }
}
