package io.ctxeval.compare;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the Poisson bootstrap left of one metric.
 *
 * @param deltas per replicate the sum of weight · differences, in steps
 * @param pairs per replicate the sum of weight · pairs
 */
@SuppressWarnings("ArrayRecordComponent") // read in place, never compared
record Replicates(long[] deltas, long[] pairs) {
    /** The 95 % interval of the mean, in steps, over the replicates that drew anything; null without one. */
    @Nullable Interval interval() {
        double[] means = new double[deltas.length];
        int drawn = 0;
        for (int i = 0; i < means.length; i++) {
            if (pairs[i] > 0) {
                means[drawn++] = (double) deltas[i] / pairs[i];
            }
        }
        return drawn == 0 ? null : Percentiles.interval(Arrays.copyOf(means, drawn));
    }

    /**
     * Kish's effective number of clusters, n²/Σ n_c² for clusters of n_c pairs. Var(Σ weight · n_c) = Σ n_c², so the spread of the
     * replicates' pairs about n tells it to about 1.4 % at 10,000 replicates. Null without replicates or spread.
     */
    @Nullable Double effectiveClusters(long n) {
        double squares = 0;
        for (long drawn : pairs) {
            squares += (double) (drawn - n) * (drawn - n);
        }
        return squares == 0 ? null : (Double) (pairs.length * ((double) n * n) / squares);
    }
}
