package io.ctxeval.score;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The score of a judged context: useful mass / (all mass + penalty mass), metrics.md 3.3. With m_i the mass of chunk i,
 *
 * <pre>
 *   M   = sum of m_i over all chunks
 *   D   = sum over components that have a used chunk of the smallest m_i in the component
 *   W_u = sum of m_i over unused chunks
 *   W_c = sum over distinct contradictory pairs of (m_a + m_b)
 *   score = 0 if D = 0, else 100 D / (M + lambda W_c)
 * </pre>
 *
 * <p>It is 100 times the product of utilisation (M - W_u) / M, non-redundancy D / (M - W_u) and consistency M / (M + lambda
 * W_c): an unused or a redundant chunk costs its own mass, a contradiction the mass of both chunks once more. The smallest
 * member counts for a component because the cheapest would have been enough; with the largest, a long paraphrase of a known
 * chunk could raise the score.
 *
 * <p>Example: five chunks of mass 1, all used, 0 and 1 redundant: M = 5, D = 4, score 80. With 0 and 1 contradictory instead:
 * D = 5, W_c = 2, score 100 * 5 / 7 = 71.43.
 */
public final class WasteFormula implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double contradictionWeight;

    /**
     * The formula for one weight of contradictions.
     *
     * @param contradictionWeight lambda, finite and at least 0
     */
    public WasteFormula(double contradictionWeight) {
        if (!(contradictionWeight >= 0 && contradictionWeight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "contradiction weight: " + contradictionWeight + "; must be finite and at least 0");
        }
        this.contradictionWeight = contradictionWeight;
    }

    /** The figures with mass 1 for each chunk. */
    public Figures figures(JudgedContext context) {
        double[] ones = new double[context.size()];
        Arrays.fill(ones, 1);
        return figures(context, ones);
    }

    /**
     * The figures of a context.
     *
     * @param masses one for each chunk, none negative, with a finite sum; if all are 0, the ratios are not numbers
     * @throws IllegalArgumentException if there is no chunk, or another number of masses than of chunks
     */
    public Figures figures(JudgedContext context, double[] masses) {
        int n = context.size();
        if (n == 0 || masses.length != n) {
            throw new IllegalArgumentException(
                    masses.length + " masses for " + n + " chunks; must be as many, at least 1");
        }
        double all = 0;
        double used = 0;
        boolean[] hasUsed = new boolean[n];
        double[] smallest = new double[n];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (int i = 0; i < n; i++) {
            int component = context.componentOf(i);
            all += masses[i];
            used += context.isUsed(i) ? masses[i] : 0;
            hasUsed[component] |= context.isUsed(i);
            smallest[component] = Math.min(smallest[component], masses[i]);
        }
        double useful = 0;
        for (int component = 0; component < n; component++) {
            useful += hasUsed[component] ? smallest[component] : 0;
        }
        double contradictory = 0;
        for (ChunkPair pair : context.pairs()) {
            contradictory += masses[pair.a()] + masses[pair.b()];
        }
        return new Figures(all, Math.min(useful, used), used, all + contradictionWeight * contradictory);
    }

    /**
     * The masses of one context and what follows from them.
     *
     * @param all M, positive
     * @param useful D, distinct useful mass
     * @param used M - W_u, at least {@code useful}
     * @param penalised M + lambda W_c
     */
    public record Figures(double all, double useful, double used, double penalised) implements Serializable {
        /** The score in [0, 100], not rounded; {@link StoredScore} rounds it for tables. */
        public double score() {
            return useful == 0 ? 0 : 100.0 * useful / penalised;
        }

        /** U, the share of the mass that is used. */
        public double utilisation() {
            return used / all;
        }

        /** R, the share of the used mass that isn't a repetition; null if nothing is used. */
        public @Nullable Double nonRedundancy() {
            return useful == 0 ? null : useful / used;
        }

        /** C, 1 without contradictions. */
        public double consistency() {
            return all / penalised;
        }
    }
}
