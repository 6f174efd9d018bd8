package io.ctxeval.score;

import io.ctxeval.score.RankingMetric.Against;
import java.util.ArrayList;
import java.util.List;

/** The retrieval measures of metrics.md 6.7. Those cut off at k stand there once for each depth, with it in their names. */
public final class RetrievalMetrics {
    private static final String NOTHING_RELEVANT = "relevance: no id is relevant";
    private static final String NOTHING_GAINED = "relevance: no label is above 0";
    private static final String NOTHING_RETRIEVED = "retrieved_ids: none";
    private static final String NO_GROUP = "reference_groups: none";

    private final RetrievalOptions options;
    private final double least;

    private RetrievalMetrics(RetrievalOptions options) {
        this.options = options;
        this.least = options.leastRelevance();
    }

    /** All of them under the settings of a run, in the order of tables. */
    public static List<Metric> of(RetrievalOptions options) {
        RetrievalMetrics metrics = new RetrievalMetrics(options);
        List<Metric> all = new ArrayList<>();
        options.depths().forEach(k -> metrics.addCut(all, k));
        metrics.addWhole(all);
        options.depths().forEach(k -> metrics.addGroups(all, k));
        all.add(ReferenceTexts.precision(options.match()));
        all.add(ReferenceTexts.recall(options.match()));
        return all;
    }

    private void addCut(List<Metric> all, int k) {
        all.add(RankingMetric.of(
                "precision_" + k,
                "relevant ids among the first " + k + " / " + k,
                Against.LABELS,
                NOTHING_RELEVANT,
                ranking -> share(ranking.hits(k, least), k)));
        all.add(RankingMetric.of(
                "recall_" + k,
                "relevant ids among the first " + k + " / relevant ids",
                Against.LABELS,
                NOTHING_RELEVANT,
                ranking -> share(ranking.hits(k, least), ranking.relevant(least))));
        all.add(RankingMetric.of(
                "hit_" + k,
                "1 if a relevant id is among the first " + k + ", else 0",
                Against.LABELS,
                NOTHING_RELEVANT,
                ranking -> ranking.relevant(least) == 0 ? Double.NaN : Math.min(1, ranking.hits(k, least))));
        all.add(RankingMetric.of(
                "ndcg_" + k,
                "discounted gain of the first " + k + " / that of the best order of all labels",
                Against.LABELS,
                NOTHING_GAINED,
                ranking -> gain(ranking, k)));
        all.add(RankingMetric.of(
                "judged_" + k,
                "ids with a label among the first " + k + " / ids retrieved, at most " + k,
                Against.ANY_LABELS,
                NOTHING_RETRIEVED,
                ranking -> share(ranking.labelledIn(k), Math.min(k, ranking.retrieved()))));
    }

    private void addWhole(List<Metric> all) {
        all.add(RankingMetric.of(
                "rr",
                "1 / rank of the first relevant id, 0 without one",
                Against.LABELS,
                NOTHING_RELEVANT,
                ranking -> ranking.relevant(least) == 0 ? Double.NaN : reciprocal(ranking.firstHit(least))));
        all.add(RankingMetric.of(
                        "ap",
                        "sum of the precision at each relevant id / relevant ids",
                        Against.LABELS,
                        NOTHING_RELEVANT,
                        ranking -> quotient(ranking.precisionAtHits(least), ranking.relevant(least)))
                .counting(least));
        all.add(RankingMetric.of(
                "ndcg",
                "discounted gain of the list / that of the best order of all labels",
                Against.LABELS,
                NOTHING_GAINED,
                ranking -> gain(ranking, Integer.MAX_VALUE)));
        all.add(RankingMetric.of(
                "r_precision",
                "relevant ids among the first R / R, where R ids are relevant",
                Against.LABELS,
                NOTHING_RELEVANT,
                ranking -> share(ranking.hits(ranking.relevant(least), least), ranking.relevant(least))));
        all.add(RankingMetric.of(
                "set_precision",
                "relevant ids retrieved / ids retrieved",
                Against.LABELS,
                NOTHING_RETRIEVED,
                ranking -> share(ranking.hits(ranking.retrieved(), least), ranking.retrieved())));
        all.add(RankingMetric.of(
                "set_recall",
                "relevant ids retrieved / relevant ids",
                Against.LABELS,
                NOTHING_RELEVANT,
                ranking -> share(ranking.hits(ranking.retrieved(), least), ranking.relevant(least))));
        all.add(RankingMetric.of(
                "ap_retrieved",
                "sum of the precision at each relevant id / relevant ids retrieved, 0 without one",
                Against.LABELS,
                NOTHING_RELEVANT,
                this::overRetrieved));
    }

    private void addGroups(List<Metric> all, int k) {
        all.add(RankingMetric.of(
                "coverage_" + k,
                "groups of interchangeable ids with a member among the first " + k + " / groups",
                Against.GROUPS,
                NO_GROUP,
                ranking -> share(ranking.groupsMet(k), ranking.groups())));
        all.add(RankingMetric.of(
                "group_ndcg_" + k,
                "as ndcg_" + k + ", with gain 1 at the first member of each group",
                Against.GROUPS,
                NO_GROUP,
                // an id of two groups gains 2 at one place, which may be more than the ideal has there
                ranking -> Math.min(1, quotient(ranking.groupGain(k), ranking.idealGroupGain(k)))));
    }

    private double overRetrieved(JudgedRanking ranking) {
        int hits = ranking.hits(ranking.retrieved(), least);
        return hits == 0 ? 0 : ranking.precisionAtHits(least) / hits;
    }

    private double gain(JudgedRanking ranking, int k) {
        double ideal = ranking.idealGain(k, options.exponentialGain());
        return Double.isInfinite(ideal) ? ideal : quotient(ranking.gain(k, options.exponentialGain()), ideal);
    }

    private static double reciprocal(int rank) {
        return rank == 0 ? 0 : 1.0 / rank;
    }

    private static double share(int part, int whole) {
        return quotient(part, whole);
    }

    private static double quotient(double part, double whole) {
        return whole == 0 ? Double.NaN : part / whole;
    }
}
