package io.ctxeval.calibrate;

import io.ctxeval.judge.Verdict.AspectStatus;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the judge grades aspects as the human does (metrics.md 8.2).
 *
 * @param weightedKappa with quadratic weights
 */
public record AspectAgreement(int clusters, AspectTable table, Figure weightedKappa) {
    /** One aspect that both graded. */
    record Pair(String cluster, AspectStatus human, AspectStatus judge) {}

    static AspectAgreement of(List<Pair> pairs, Resampling resampling) {
        Clusters clusters = Clusters.of(pairs.stream().map(Pair::cluster).toList());
        int[] once = new int[clusters.count()];
        Arrays.fill(once, 1);
        Figure[] kappa = resampling.figures(clusters.count(), copies ->
                new @Nullable Double[] {table(pairs, clusters, copies).weightedKappa()});
        return new AspectAgreement(clusters.count(), table(pairs, clusters, once), kappa[0]);
    }

    private static AspectTable table(List<Pair> pairs, Clusters clusters, int[] copies) {
        long[][] counts = new long[AspectTable.SIZE][AspectTable.SIZE];
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            counts[AspectTable.place(pair.human())][AspectTable.place(pair.judge())] += copies[clusters.numbers()[i]];
        }
        return AspectTable.of(counts);
    }
}
