package io.ctxeval.summary;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Number, sum and sum of squares of values, exact in billionths (metrics.md 7.2): equal for any order and any partitioning. Not
 * thread-safe.
 */
public final class MomentState implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ExactSum sum = new ExactSum();
    private final ExactSum squares = new ExactSum();
    private long n;

    /** Counts a finite value. */
    public void add(double value) {
        n++;
        if (Nanos.fits(value)) {
            long nanos = Nanos.of(value);
            sum.add(nanos);
            squares.addSquare(nanos);
        } else {
            sum.add(Nanos.big(value));
            squares.addSquare(Nanos.big(value));
        }
    }

    public void merge(MomentState other) {
        n += other.n;
        sum.merge(other.sum);
        squares.merge(other.squares);
    }

    /** How many values were counted. */
    public long n() {
        return n;
    }

    /** Mean and spread; null without a value. */
    public @Nullable Moments moments() {
        return Moments.of(n, sum.total(), squares.total());
    }
}
