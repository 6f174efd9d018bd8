package io.ctxeval.compare;

import java.util.Arrays;

/** The percentile method: the ends of an interval are values of the sorted replicates. */
public final class Percentiles {
    private static final double TAIL = 0.025;

    private Percentiles() {}

    /**
     * The 95 % interval: the k-th smallest and the k-th largest replicate, k = floor(0.025 · (B + 1)), at least the first. Equal
     * on both sides, so that an interval of negated replicates is the negated interval.
     *
     * @param replicates at least one; sorted in place
     */
    public static Interval interval(double[] replicates) {
        Arrays.sort(replicates);
        int k = Math.max(1, (int) (TAIL * (replicates.length + 1)));
        return new Interval(replicates[k - 1], replicates[replicates.length - k]);
    }
}
