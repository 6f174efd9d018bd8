package io.ctxeval.calibrate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the judge's yes and no are the human's (metrics.md 8.2), with 95 % intervals over samples.
 *
 * @param clusters samples, or clusters of them, that the units stand in
 * @param auroc of the judge's grades; without a value where it doesn't grade or a class is empty
 */
public record Agreement(
        int clusters,
        Confusion confusion,
        Figure accuracy,
        Figure precision,
        Figure recall,
        Figure f1,
        Figure kappa,
        Figure auroc) {

    static Agreement of(List<Decision> decisions, Resampling resampling) {
        Clusters clusters =
                Clusters.of(decisions.stream().map(Decision::cluster).toList());
        Confusion[] byCluster = new Confusion[clusters.count()];
        Arrays.fill(byCluster, Confusion.NONE);
        for (int i = 0; i < decisions.size(); i++) {
            int cluster = clusters.numbers()[i];
            Decision decision = decisions.get(i);
            byCluster[cluster] = byCluster[cluster].plus(Confusion.of(decision.human(), decision.judge()));
        }
        boolean graded = decisions.stream().allMatch(decision -> decision.value() != null);
        Roc roc = graded ? new Roc(decisions, clusters.numbers()) : null;
        Figure[] figures = resampling.figures(clusters.count(), copies -> figures(byCluster, roc, copies));
        return new Agreement(
                clusters.count(),
                Arrays.stream(byCluster).reduce(Confusion.NONE, Confusion::plus),
                figures[0],
                figures[1],
                figures[2],
                figures[3],
                figures[4],
                figures[5]);
    }

    private static @Nullable Double[] figures(Confusion[] byCluster, @Nullable Roc roc, int[] copies) {
        long[] counts = new long[4];
        for (int i = 0; i < byCluster.length; i++) {
            counts[0] += copies[i] * byCluster[i].bothYes();
            counts[1] += copies[i] * byCluster[i].judgeOnly();
            counts[2] += copies[i] * byCluster[i].humanOnly();
            counts[3] += copies[i] * byCluster[i].bothNo();
        }
        Confusion all = new Confusion(counts[0], counts[1], counts[2], counts[3]);
        return new @Nullable Double[] {
            all.accuracy(), all.precision(), all.recall(), all.f1(), all.kappa(), roc == null ? null : roc.area(copies)
        };
    }
}
