package io.ctxeval.score;

import io.ctxeval.table.Column;
import java.util.List;

/**
 * A measure of a ranked list of ids against labels (metrics.md 6.7), in [0, 1], higher is better. Needs the ids that were
 * retrieved and labels; without any label for the query, or where its divisor is 0, it isn't applicable.
 *
 * <p>Example: relevant are a and d; retrieved are a, b, c. {@code precision_2} = 1/2, {@code recall_2} = 1/2, {@code hit_2} = 1,
 * {@code rr} = 1, {@code ap} = (1/1) / 2 = 0.5, {@code ndcg_2} = 1 / (1 + 1/log2(3)) = 0.6131.
 */
final class RankingMetric extends GuardedMetric {
    /** A measure; NaN where it is undefined. */
    interface Formula {
        double of(JudgedRanking ranking);
    }

    /** What must be known beside the retrieved ids. */
    enum Against {
        /** Labels, at least one. */
        LABELS(Field.RELEVANCE),
        /** Labels; none is an answer too. */
        ANY_LABELS(Field.RELEVANCE),
        /** Groups of interchangeable ids. */
        GROUPS(Field.REFERENCE_GROUPS);

        private final Field field;

        Against(Field field) {
            this.field = field;
        }
    }

    private final Against against;
    private final Formula formula;
    private final String undefined;
    private final boolean counting;
    private final double least;

    private RankingMetric(
            String id,
            String summary,
            Against against,
            Formula formula,
            String undefined,
            boolean counting,
            double least) {
        super(id, Scale.SHARE, summary, Field.RETRIEVED_IDS, against.field);
        this.against = against;
        this.formula = formula;
        this.undefined = undefined;
        this.counting = counting;
        this.least = least;
    }

    /**
     * A measure.
     *
     * @param undefined the reason where the formula gives NaN
     */
    static RankingMetric of(String id, String summary, Against against, String undefined, Formula formula) {
        return new RankingMetric(id, summary, against, formula, undefined, false, 0);
    }

    /** The same measure with the counts behind it as metadata. */
    RankingMetric counting(double leastRelevance) {
        return new RankingMetric(id(), summary(), against, formula, undefined, true, leastRelevance);
    }

    @Override
    public List<Column> metadataColumns() {
        return counting
                ? List.of(
                        Column.whole("retrieved"),
                        Column.whole("relevant"),
                        Column.whole("relevant_retrieved"),
                        Column.whole("irrelevant_retrieved"),
                        Column.whole("labelled"))
                : List.of();
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        JudgedRanking ranking = sample.ranking();
        Metadata counts = counting ? Counts.of(ranking, least) : null;
        if (against == Against.LABELS && ranking.labelled() == 0) {
            return new Score.Unscored(Status.NOT_APPLICABLE, "relevance: no label", counts);
        }
        double value = formula.of(ranking);
        if (Double.isNaN(value)) {
            return new Score.Unscored(Status.NOT_APPLICABLE, undefined, counts);
        }
        if (Double.isInfinite(value)) {
            return new Score.Unscored(Status.INVALID_INPUT, "relevance: labels too large for this gain", counts);
        }
        return new Score.Scored(value, null, counts);
    }

    /**
     * What a ranking comes to in numbers of ids.
     *
     * @param irrelevantRetrieved labelled as irrelevant
     */
    private record Counts(
            long retrieved, long relevant, long relevantRetrieved, long irrelevantRetrieved, long labelled)
            implements Metadata {
        static Counts of(JudgedRanking ranking, double least) {
            return new Counts(
                    ranking.retrieved(),
                    ranking.relevant(least),
                    ranking.hits(ranking.retrieved(), least),
                    ranking.misses(least),
                    ranking.labelled());
        }

        @Override
        public Object[] values() {
            return new Object[] {retrieved, relevant, relevantRetrieved, irrelevantRetrieved, labelled};
        }
    }
}
