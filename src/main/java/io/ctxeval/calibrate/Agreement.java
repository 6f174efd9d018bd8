package io.ctxeval.calibrate;

import io.ctxeval.compare.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How far the judge's yes and no are the human's (metrics.md 8.2), with 95 % intervals over samples: by the bootstrap, and for shares
 * of 0 and 1, which resample to themselves, Wilson's, each sample counting once however many units it has. F1 is that of a share too:
 * 2 J / (1 + J), where J is the share of both yes among units with any.
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
                share(figures[0], count(byCluster, Confusion::units)),
                share(figures[1], count(byCluster, c -> c.bothYes() + c.judgeOnly())),
                share(figures[2], count(byCluster, Confusion::humanYes)),
                f1(figures[3], count(byCluster, c -> c.units() - c.bothNo())),
                figures[4],
                figures[5]);
    }

    /** Clusters with a unit that a share is of. */
    private static int count(Confusion[] byCluster, ToLongFunction<Confusion> units) {
        return (int) Arrays.stream(byCluster)
                .filter(cluster -> units.applyAsLong(cluster) > 0)
                .count();
    }

    private static Figure share(Figure figure, int clusters) {
        Double value = figure.value();
        return value == null || (value != 0 && value != 1) || clusters < 2
                ? figure
                : new Figure(value, Proportion.wilson(value == 1 ? clusters : 0, clusters));
    }

    private static Figure f1(Figure figure, int clusters) {
        Figure share = share(figure, clusters);
        Interval jaccard = share.interval();
        return jaccard == null || jaccard.equals(figure.interval())
                ? figure
                : new Figure(share.value(), new Interval(f1(jaccard.low()), f1(jaccard.high())));
    }

    private static double f1(double jaccard) {
        return 2 * jaccard / (1 + jaccard);
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
