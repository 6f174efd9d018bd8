package io.ctxeval.summary;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * A sum of whole numbers without rounding or overflow: 128 bits as long as they last, the rest in a {@link BigInteger}. Equal
 * for every order of the addends.
 */
public final class ExactSum implements Serializable {
    /** Neither one more product of two longs nor another such sum overflow the 128 bits below this. */
    private static final long ROOM = 1L << 60;

    private long high;
    private long low;
    private BigInteger spilled = BigInteger.ZERO;

    public void add(long value) {
        add(value >> 63, value);
    }

    public void addSquare(long value) {
        add(Math.multiplyHigh(value, value), value * value);
    }

    void add(BigInteger value) {
        spilled = spilled.add(value);
    }

    void addSquare(BigInteger value) {
        spilled = spilled.add(value.multiply(value));
    }

    /** Adds a score's billionths, rounded half-even (metrics.md 7.2). */
    public void addBillionths(double score) {
        if (Nanos.fits(score)) {
            add(Nanos.of(score));
        } else {
            add(Nanos.big(score));
        }
    }

    public void merge(ExactSum other) {
        add(other.spilled);
        add(other.high, other.low);
    }

    public BigInteger total() {
        return spilled.add(current());
    }

    private void add(long addHigh, long addLow) {
        if (high >= ROOM || high < -ROOM) {
            spilled = spilled.add(current());
            high = 0;
            low = 0;
        }
        long sum = low + addLow;
        high += addHigh + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        low = sum;
    }

    private BigInteger current() {
        BigInteger unsigned = BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(unsigned);
    }
}
