package io.ctxeval.history;

import java.util.Arrays;

/**
 * Middle and spread of a few figures, neither of which a single odd night moves far.
 *
 * @param median the mean of the two middle ones for an even number
 * @param deviation median of the distances from the median (MAD)
 */
record Spread(double median, double deviation) {
    /** Of at least one figure. */
    static Spread of(double[] figures) {
        double median = median(figures);
        double[] distances =
                Arrays.stream(figures).map(figure -> Math.abs(figure - median)).toArray();
        return new Spread(median, median(distances));
    }

    private static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
