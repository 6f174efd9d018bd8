package io.ctxeval.calibrate;

import io.ctxeval.compare.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * What the mean of human opinions over all N judged rows is, from m labelled ones among them (metrics.md 8.5). With every row
 * labelled it is the labels' mean, exactly. Otherwise prediction-powered inference (Angelopoulos, Bates, Fannjiang, Jordan, Zrnic
 * 2023, as ARES uses it) with the power tuning of PPI++ (Angelopoulos, Duchi, Zrnic 2023, "PPI++: Efficient Prediction-Powered
 * Inference", section 6): with the labels Y, the judge's numbers f on the same rows, and the judge's mean over all rows F,
 *
 * <pre>{@code
 * estimate = mean(Y) + λ (F − mean(f)),   λ = cov(Y, f) / var(f), clipped to [0, 1]
 * variance = (1 − m / N) · G / (G − 1) · Σ over clusters (Σ of Y − λ f less its mean)² / m²
 * }</pre>
 *
 * <p>The paper has u = N − m further rows apart from the labelled ones, and λ' = cov / ((1 + m / u) var). As F − mean(f) = u / N ·
 * (mean of f over the further rows − mean(f)), λ' times the latter is λ times the former: the same estimate, but for where it is
 * clipped. The variance is about the mean of these N rows, not of all traffic: hence 1 − m / N, as for any sample drawn from a finite
 * whole (Cochran 1977, 7.3), which vanishes where all are labelled. Rows of one cluster lean together, so their residuals are added
 * up before they are squared (Liang and Zeger 1986), for cov and var in λ too; each row its own cluster, G = m, gives the plain
 * variance. So λ is what makes the variance least: a judge that knows nothing gets 0, and the interval is never wider than that of
 * the labels alone. Holds if the labelled rows are a random sample of the judged ones.
 *
 * @param estimate of the human mean
 * @param interval 95 %, estimate ± t √variance with t of G − 1 degrees of freedom, within the range that means can have; null where
 *     the estimate is exact, and where nothing varies in fewer than two clusters or among scores
 * @param weight λ, in [0, 1]
 * @param judgedMean the judge's own
 * @param judged N
 * @param labelled m
 */
public record PredictionPowered(
        double estimate, @Nullable Interval interval, double weight, double judgedMean, long judged, long labelled) {
    private static final double TAIL = 0.025;

    /** The judge's mean over all rows that it scored. */
    public record Judged(long rows, double mean) {
        /** Rows that pass or don't. */
        public static Judged ofPasses(long rows, long passed) {
            return new Judged(rows, rows == 0 ? 0 : (double) passed / rows);
        }
    }

    /** The two numbers of a labelled row. */
    record Pair(String cluster, double human, double judge) {}

    /** Whether every judged row has a label, so that nothing is estimated. */
    public boolean isExact() {
        return labelled >= judged;
    }

    /**
     * The share of yes.
     *
     * @param pairs 1 for yes, 0 for no
     * @return null for fewer than two rows
     */
    static @Nullable PredictionPowered share(Judged judged, Collection<Pair> pairs) {
        return of(judged, pairs, new Interval(0, 1), true);
    }

    /**
     * The mean of scores.
     *
     * @param scale its least and its most
     * @return null for fewer than two rows
     */
    static @Nullable PredictionPowered mean(Judged judged, Collection<Pair> pairs, Interval scale) {
        return of(judged, pairs, scale, false);
    }

    private static @Nullable PredictionPowered of(
            Judged judged, Collection<Pair> pairs, Interval range, boolean share) {
        int m = pairs.size();
        if (m < 2) {
            return null;
        }
        // sums of doubles depend on the order
        List<Pair> sorted = new ArrayList<>(pairs);
        sorted.sort(Comparator.comparing(Pair::cluster)
                .thenComparingDouble(Pair::human)
                .thenComparingDouble(Pair::judge));
        double human = sorted.stream().mapToDouble(Pair::human).sum() / m;
        double judge = sorted.stream().mapToDouble(Pair::judge).sum() / m;
        if (m >= judged.rows()) {
            return new PredictionPowered(human, null, 0, judged.mean(), judged.rows(), m);
        }
        Clusters clusters = Clusters.of(sorted.stream().map(Pair::cluster).toList());
        double[] humans = new double[clusters.count()];
        double[] judges = new double[clusters.count()];
        for (int i = 0; i < m; i++) {
            humans[clusters.numbers()[i]] += sorted.get(i).human() - human;
            judges[clusters.numbers()[i]] += sorted.get(i).judge() - judge;
        }
        double both = product(humans, judges);
        double own = product(judges, judges);
        double weight = own > 0 ? Math.max(0, Math.min(1, both / own)) : 0;
        double estimate = within(range, human + weight * (judged.mean() - judge));
        double squares = Math.max(0, product(humans, humans) - 2 * weight * both + weight * weight * own);
        double unlabelled = 1 - (double) m / judged.rows();
        Double half = half(clusters.count(), m, squares, unlabelled, share);
        Interval interval =
                half == null ? null : new Interval(within(range, estimate - half), within(range, estimate + half));
        return new PredictionPowered(estimate, interval, weight, judged.mean(), judged.rows(), m);
    }

    private static @Nullable Double half(int clusters, int m, double squares, double unlabelled, boolean share) {
        if (clusters < 2) {
            return null;
        }
        if (squares > 1e-12 * m) {
            double t = TDistribution.of(clusters - 1.0).inverseSurvivalProbability(TAIL);
            return t * Math.sqrt(unlabelled * squares * clusters / (clusters - 1)) / m;
        }
        // The judge is off by the same everywhere: of the rows without a label, no more are otherwise than a rate of
        // which none was
        // seen allows.
        return share ? (Double) (unlabelled * Proportion.wilson(0, clusters).high()) : null;
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    private static double within(Interval range, double value) {
        return Math.max(range.low(), Math.min(range.high(), value));
    }
}
