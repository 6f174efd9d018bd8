package io.ctxeval.insight;

import io.ctxeval.score.Scale;
import io.ctxeval.summary.GroupKey;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table {@code ranks}: the chunks at a position of the retrieved lists, and what the lists come to up to there.
 *
 * @param judge who judged
 * @param position counted from 0; where {@code k} is null, this position and all behind it
 * @param k chunks kept, position + 1; null: all
 * @param curve the rows with only the first k chunks
 */
public record RankFigures(
        GroupKey group,
        @Nullable String judge,
        int position,
        @Nullable Integer k,
        Use use,
        Curve curve) {
    /**
     * Counts of chunks.
     *
     * @param chunks of rows that any of the two metrics scored
     * @param tokens of these chunks
     * @param wasteChunks of rows that {@code ctx_waste} scored
     * @param used by the output
     * @param redundant that say the same as another chunk of their list
     * @param repeated that say the same as a chunk in front of them
     * @param contradicting that stand in a contradictory pair
     * @param sufficiencyChunks of rows that {@code ctx_suff} scored
     * @param supporting that a covered aspect names
     * @param supportingPartly that only partial aspects name
     */
    public record Use(
            long chunks,
            long tokens,
            long wasteChunks,
            long used,
            long redundant,
            long repeated,
            long contradicting,
            long sufficiencyChunks,
            long supporting,
            long supportingPartly) {
        static Use of(RankState.Use use) {
            return new Use(
                    use.chunks,
                    use.tokens,
                    use.wasteChunks,
                    use.used,
                    use.redundant,
                    use.repeated,
                    use.contradicting,
                    use.sufficiencyChunks,
                    use.supporting,
                    use.supportingPartly);
        }
    }

    /**
     * A point of the k-curve. A list shorter than k counts with all that it has.
     *
     * @param rows that any of the two metrics scored
     * @param tokens of the chunks kept, over these rows
     * @param waste {@code ctx_waste}; without rows whose kept chunks are all blank
     * @param wastedTokens over the rows of {@code waste}: of chunks not used, and of repetitions
     * @param wastedCost of these tokens; null: the plan names no price
     * @param sufficiency {@code ctx_suff}; without the {@code uncited}
     * @param uncited rows of {@code ctx_suff} in which an aspect that isn't missing names no chunk
     */
    public record Curve(
            long rows,
            long tokens,
            MeanFigures waste,
            long wastedTokens,
            @Nullable Double wastedCost,
            MeanFigures sufficiency,
            long uncited) {
        private static final double MILLION = 1e6;
        private static final double THOUSAND = 1000;

        static Curve of(RankState.Curve sums, long uncited, @Nullable Double price) {
            return new Curve(
                    sums.rows,
                    sums.tokens,
                    MeanFigures.of(sums.waste, Scale.PERCENT),
                    sums.wastedTokens,
                    price == null ? null : (Double) (sums.wastedTokens * price / MILLION),
                    MeanFigures.of(sums.sufficiency, Scale.PERCENT),
                    uncited);
        }

        /** Tokens of a request's context; null without a row. */
        public @Nullable Double meanTokens() {
            return rows == 0 ? null : (Double) ((double) tokens / rows);
        }

        /** The cost of the waste in a thousand requests; null without a row or a price. */
        public @Nullable Double wastedCostPerThousand() {
            return wastedCost == null || waste.n() == 0 ? null : (Double) (wastedCost / waste.n() * THOUSAND);
        }
    }
}
