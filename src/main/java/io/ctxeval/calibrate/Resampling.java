package io.ctxeval.calibrate;

import io.ctxeval.compare.Interval;
import io.ctxeval.compare.Percentiles;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Bootstrap intervals over clusters: each replicate draws as many clusters as there are, with replacement, and counts every unit
 * of a cluster as often as that was drawn (percentile method). Resamples that all give the same tell nothing of the spread, and give
 * no interval.
 *
 * @param seed fixes every draw
 * @param replicates at least 1
 */
record Resampling(long seed, int replicates) {
    static final int REPLICATES = 2000;

    /**
     * Figures with their intervals.
     *
     * @param clusters how many there are
     * @param figures from the copies of each cluster to the figures, always as many
     */
    Figure[] figures(int clusters, Function<int[], @Nullable Double[]> figures) {
        int[] once = new int[clusters];
        Arrays.fill(once, 1);
        @Nullable Double[] values = figures.apply(once);
        Figure[] found = new Figure[values.length];
        if (clusters < 2) {
            for (int i = 0; i < found.length; i++) {
                found[i] = new Figure(values[i], null);
            }
            return found;
        }
        double[][] drawn = new double[values.length][replicates];
        int[] counts = new int[values.length];
        SplittableRandom random = new SplittableRandom(seed);
        int[] copies = new int[clusters];
        for (int replicate = 0; replicate < replicates; replicate++) {
            Arrays.fill(copies, 0);
            for (int i = 0; i < clusters; i++) {
                copies[random.nextInt(clusters)]++;
            }
            @Nullable Double[] again = figures.apply(copies);
            for (int i = 0; i < again.length; i++) {
                Double value = again[i];
                if (value != null) {
                    drawn[i][counts[i]++] = value;
                }
            }
        }
        for (int i = 0; i < found.length; i++) {
            found[i] = new Figure(values[i], values[i] == null ? null : interval(drawn[i], counts[i]));
        }
        return found;
    }

    private @Nullable Interval interval(double[] drawn, int count) {
        if (2 * count <= replicates) {
            return null;
        }
        Interval interval = Percentiles.interval(Arrays.copyOf(drawn, count));
        // Units that are all alike resample to themselves: that they stay so is not what they tell.
        return interval.low() == interval.high() ? null : interval;
    }
}
