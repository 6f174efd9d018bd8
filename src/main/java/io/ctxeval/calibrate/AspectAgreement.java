package io.ctxeval.calibrate;

import io.ctxeval.judge.Verdict.AspectStatus;
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
        int size = AspectStatus.values().length;
        Figure[] kappa = resampling.figures(clusters.count(), copies -> {
            long[][] counts = new long[size][size];
            for (int i = 0; i < pairs.size(); i++) {
                Pair pair = pairs.get(i);
                counts[pair.human().ordinal()][pair.judge().ordinal()] += copies[clusters.numbers()[i]];
            }
            return new @Nullable Double[] {AspectTable.of(counts).weightedKappa()};
        });
        long[][] counts = new long[size][size];
        pairs.forEach(pair -> counts[pair.human().ordinal()][pair.judge().ordinal()]++);
        return new AspectAgreement(clusters.count(), AspectTable.of(counts), kappa[0]);
    }
}
