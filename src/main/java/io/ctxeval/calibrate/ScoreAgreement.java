package io.ctxeval.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How far scores are the human's.
 *
 * @param spearman rank correlation with average ranks; none where one side is constant
 * @param absoluteDifference mean of |judge − human|, on the metric's scale
 * @param difference mean of judge − human
 */
public record ScoreAgreement(int rows, Figure spearman, Figure absoluteDifference, Figure difference) {
    /** The two scores of one row. */
    record Pair(String cluster, double human, double judge) {}

    static ScoreAgreement of(List<Pair> pairs, Resampling resampling) {
        // sums of doubles depend on the order
        List<Pair> sorted = new ArrayList<>(pairs);
        sorted.sort(Comparator.comparing(Pair::cluster)
                .thenComparingDouble(Pair::human)
                .thenComparingDouble(Pair::judge));
        Clusters clusters = Clusters.of(sorted.stream().map(Pair::cluster).toList());
        Figure[] found = resampling.figures(clusters.count(), copies -> figures(sorted, clusters.numbers(), copies));
        return new ScoreAgreement(pairs.size(), found[0], found[1], found[2]);
    }

    private static @Nullable Double[] figures(List<Pair> pairs, int[] clusterOf, int[] copies) {
        List<Pair> drawn = new ArrayList<>(pairs.size());
        for (int i = 0; i < pairs.size(); i++) {
            for (int copy = 0; copy < copies[clusterOf[i]]; copy++) {
                drawn.add(pairs.get(i));
            }
        }
        double[] human = drawn.stream().mapToDouble(Pair::human).toArray();
        double[] judge = drawn.stream().mapToDouble(Pair::judge).toArray();
        if (drawn.isEmpty()) {
            return new @Nullable Double[] {null, null, null};
        }
        return new @Nullable Double[] {
            correlation(ranks(human), ranks(judge)),
            drawn.stream()
                            .mapToDouble(pair -> Math.abs(pair.judge() - pair.human()))
                            .sum()
                    / drawn.size(),
            drawn.stream().mapToDouble(pair -> pair.judge() - pair.human()).sum() / drawn.size()
        };
    }

    /** Ranks from 1; equal values share the mean of their places. */
    static double[] ranks(double[] values) {
        int[] order = IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] ranks = new double[values.length];
        int start = 0;
        while (start < order.length) {
            int end = start + 1;
            while (end < order.length && values[order[end]] == values[order[start]]) {
                end++;
            }
            for (int i = start; i < end; i++) {
                ranks[order[i]] = (start + 1 + end) / 2.0;
            }
            start = end;
        }
        return ranks;
    }

    private static @Nullable Double correlation(double[] x, double[] y) {
        double meanX = Arrays.stream(x).average().orElse(0);
        double meanY = Arrays.stream(y).average().orElse(0);
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return xx == 0 || yy == 0 ? null : (Double) (xy / Math.sqrt(xx * yy));
    }
}
