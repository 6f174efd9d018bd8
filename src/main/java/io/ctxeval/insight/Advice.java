package io.ctxeval.insight;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the k-curve of a group advises: the fewest chunks that keep {@link #KEPT} of the sufficiency of the whole lists. An
 * estimate: with fewer chunks, the output might have used others.
 */
public sealed interface Advice {
    /** The share of sufficiency that must remain. */
    double KEPT = 0.99;

    /** Rows below which nothing is advised. */
    long LEAST_ROWS = 30;

    /**
     * Fewer chunks will do.
     *
     * @param k how many
     * @param longest of how many; null: of more than the table tells apart
     * @param kept share of the mean sufficiency, {@link #KEPT} to 1
     * @param saved share of the context tokens, above 0
     * @param rows behind it
     */
    record Fewer(int k, @Nullable Integer longest, double kept, double saved, long rows) implements Advice {}

    /** Nothing to advise, and why. */
    record None(String reason) implements Advice {}

    /**
     * The advice for a group.
     *
     * @param ranks all rows of the group, in their order
     */
    static Advice of(List<RankFigures> ranks) {
        if (ranks.isEmpty()) {
            return new None("no chunk was judged");
        }
        RankFigures whole = ranks.get(ranks.size() - 1);
        MeanFigures sufficiency = whole.curve().sufficiency();
        Double mean = sufficiency.mean();
        if (mean == null) {
            return new None(
                    whole.curve().uncited() > 0
                            ? "the judgements of ctx_suff name no chunks"
                            : "ctx_suff was not judged");
        }
        if (sufficiency.n() < LEAST_ROWS) {
            return new None("only " + sufficiency.n() + " rows, fewer than " + LEAST_ROWS);
        }
        if (mean == 0) {
            return new None("no row has any sufficiency to keep");
        }
        for (RankFigures rank : ranks) {
            Double atK = rank.curve().sufficiency().mean();
            Integer k = rank.k();
            if (k != null && atK != null && atK >= KEPT * mean) {
                double saved =
                        1 - (double) rank.curve().tokens() / whole.curve().tokens();
                return saved > 0
                        ? new Fewer(k, whole.k(), Math.min(1, atK / mean), saved, sufficiency.n())
                        : new None("every shorter list keeps less than 99 % of sufficiency");
            }
        }
        return new None("every shorter list keeps less than 99 % of sufficiency");
    }
}
