package io.ctxeval.score;

import java.io.Serializable;

/**
 * The range of a metric.
 *
 * @param least smallest possible value
 * @param most largest possible value; {@link Double#POSITIVE_INFINITY} for counts, which have no histogram of 10,000 steps
 * @param higherIsBetter which end is good
 */
public record Scale(double least, double most, boolean higherIsBetter) implements Serializable {
    public static final Scale PERCENT = new Scale(0, 100, true);
    public static final Scale TEN = new Scale(0, 10, true);
    public static final Scale SHARE = new Scale(0, 1, true);
    public static final Scale SHARE_LOWER = new Scale(0, 1, false);
    public static final Scale COUNT_LOWER = new Scale(0, Double.POSITIVE_INFINITY, false);

    public Scale {
        if (!(least < most)) {
            throw new IllegalArgumentException("least " + least + " must lie below most " + most);
        }
    }

    public boolean bounded() {
        return most < Double.POSITIVE_INFINITY;
    }
}
