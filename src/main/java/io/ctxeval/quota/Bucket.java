package io.ctxeval.quota;

/** A token bucket: fills at a rate up to a small capacity, and is emptied by what is granted. Not safe for many threads. */
final class Bucket {
    private double level;
    private double capacity;

    Bucket(double capacity) {
        this.level = capacity;
        this.capacity = capacity;
    }

    /** Adds what has accrued; what doesn't fit is lost. */
    void refill(double amount, double capacity) {
        this.capacity = capacity;
        this.level = Math.min(capacity, level + amount);
    }

    /** Whether so much can be taken now. More than the capacity can be taken from a full bucket, which then is in debt. */
    boolean holds(long amount) {
        return level >= Math.min((double) amount, capacity) - 1e-9;
    }

    void take(long amount) {
        level -= (double) amount;
    }

    /** What was taken and not used; the next refill cuts off what is above the capacity. */
    void putBack(long amount) {
        level += (double) amount;
    }

    /** Leaves no more than debts. */
    void drain() {
        level = Math.min(level, 0);
    }
}
