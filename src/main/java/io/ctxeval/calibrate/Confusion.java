package io.ctxeval.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * Two yes-or-no opinions on the same units, counted. Ratios are in [0, 1], kappa is at most 1; each is null where its denominator
 * is 0 (metrics.md 8.2).
 *
 * @param bothYes the judge says yes, so does the human
 * @param judgeOnly the judge says yes, the human no
 * @param humanOnly the judge says no, the human yes
 * @param bothNo both say no
 */
public record Confusion(long bothYes, long judgeOnly, long humanOnly, long bothNo) {
    static final Confusion NONE = new Confusion(0, 0, 0, 0);

    public Confusion {
        if (bothYes < 0 || judgeOnly < 0 || humanOnly < 0 || bothNo < 0) {
            throw new IllegalArgumentException("a count below 0");
        }
    }

    static Confusion of(boolean human, boolean judge) {
        return new Confusion(
                judge && human ? 1 : 0, judge && !human ? 1 : 0, !judge && human ? 1 : 0, !judge && !human ? 1 : 0);
    }

    Confusion plus(Confusion other) {
        return new Confusion(
                bothYes + other.bothYes,
                judgeOnly + other.judgeOnly,
                humanOnly + other.humanOnly,
                bothNo + other.bothNo);
    }

    /** All units. */
    public long units() {
        return bothYes + judgeOnly + humanOnly + bothNo;
    }

    /** Units to which the human says yes. */
    public long humanYes() {
        return bothYes + humanOnly;
    }

    /** Units to which the human says no. */
    public long humanNo() {
        return judgeOnly + bothNo;
    }

    /** The share of units on which both agree. */
    public @Nullable Double accuracy() {
        return ratio(bothYes + bothNo, units());
    }

    /** Of the judge's yes, the share that is the human's too. */
    public @Nullable Double precision() {
        return ratio(bothYes, bothYes + judgeOnly);
    }

    /** Of the human's yes, the share that the judge found. */
    public @Nullable Double recall() {
        return ratio(bothYes, humanYes());
    }

    /** The harmonic mean of precision and recall: 2 TP / (2 TP + FP + FN). */
    public @Nullable Double f1() {
        return ratio(2 * bothYes, 2 * bothYes + judgeOnly + humanOnly);
    }

    /**
     * Cohen's kappa (po − pe) / (1 − pe), with pe the agreement of independent opinions of these frequencies; null if pe is 1,
     * that is, if both say the same of every unit. Example: 20, 5, 10, 15 gives po = 0.7, pe = 0.5, kappa 0.4.
     */
    public @Nullable Double kappa() {
        double n = units();
        long judgeYes = bothYes + judgeOnly;
        if ((humanYes() == units() && judgeYes == units()) || (humanYes() == 0 && judgeYes == 0)) {
            return null;
        }
        double expected = (double) humanYes() * judgeYes + (double) humanNo() * (units() - judgeYes);
        return (n * (bothYes + bothNo) - expected) / (n * n - expected);
    }

    private static @Nullable Double ratio(long part, long whole) {
        return whole == 0 ? null : (Double) ((double) part / whole);
    }
}
