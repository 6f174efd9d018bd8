package io.ctxeval.compare;

import io.ctxeval.compare.Caution.Kind;
import io.ctxeval.score.Counted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a reader should know before trusting a figure (metrics.md 7.1, 7.5). */
final class Cautions {
    private static final double MOST_APART = 0.02;
    private static final double ROUNDING = 1e-12;
    private static final int FEW_CLUSTERS = 30;

    private Cautions() {}

    /** In the order of {@link Kind}. */
    static List<Caution> of(Tested tested, @Nullable Double pAdjusted, Verdict verdict, ComparisonSettings settings) {
        List<Caution> cautions = new ArrayList<>();
        addFailures(cautions, tested);
        addFewPairs(cautions, tested);
        DeltaFigures delta = tested.delta();
        Double detectable = delta.detectable();
        if (tested.hasPoints() && detectable != null && detectable > settings.margin()) {
            cautions.add(new Caution(
                    Kind.INSENSITIVE,
                    "with " + Counted.of(delta.pairs(), "pair") + " only a difference of about "
                            + Shown.figure(detectable) + " points is likely to be found; the margin is "
                            + Shown.figure(settings.margin())));
        }
        if (pAdjusted != null && pAdjusted < settings.alpha() && tested.meanAgainstRanks()) {
            cautions.add(new Caution(
                    Kind.MEAN_AGAINST_RANKS,
                    tested.rankDirection() > 0
                            ? "most differences are upwards, but few large ones take the mean down"
                            : "most differences are downwards, but few large ones take the mean up"));
        }
        addClusters(cautions, delta, verdict);
        return cautions;
    }

    private static void addFailures(List<Caution> cautions, Tested tested) {
        double before = rate(tested.base().failed(), tested.base().counted());
        double after = rate(tested.candidate().failed(), tested.candidate().counted());
        if (Math.abs(after - before) > MOST_APART + ROUNDING) {
            cautions.add(new Caution(
                    Kind.FAILURE_RATES_DIFFER,
                    "no score on " + Shown.percent(before) + " of the base's rows and " + Shown.percent(after)
                            + " of the candidate's: the comparison may be biased"));
        }
    }

    private static void addFewPairs(List<Caution> cautions, Tested tested) {
        long smaller = Math.min(tested.base().counted(), tested.candidate().counted());
        long pairs = tested.delta().pairs();
        if (10 * pairs < 9 * smaller) {
            cautions.add(new Caution(
                    Kind.FEW_PAIRS,
                    Counted.of(pairs, "pair") + " of " + Counted.of(smaller, "row")
                            + " of the smaller version: the comparison may be biased"));
        }
    }

    private static void addClusters(List<Caution> cautions, DeltaFigures delta, Verdict verdict) {
        Double clusters = delta.effectiveClusters();
        Interval interval = delta.interval();
        if (clusters == null || interval == null) {
            return;
        }
        boolean evidence = verdict == Verdict.IMPROVED || verdict == Verdict.REGRESSED;
        if (evidence && interval.low() <= 0 && interval.high() >= 0) {
            cautions.add(
                    new Caution(
                            Kind.CLUSTERED_TESTS,
                            "the p values count rows as independent; the interval, which counts clusters, includes no difference"));
        }
        if (clusters < FEW_CLUSTERS) {
            cautions.add(new Caution(
                    Kind.FEW_CLUSTERS,
                    "the interval rests on about " + Shown.figure(clusters) + " clusters and may be too narrow"));
        }
    }

    private static double rate(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
