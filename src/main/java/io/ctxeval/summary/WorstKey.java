package io.ctxeval.summary;

import io.ctxeval.score.Scale;
import java.util.Comparator;

/**
 * Orders the rows of one metric and group from worst to best; equal scores by sample id, then by source position.
 *
 * @param badness the score with the sign that makes worse smaller
 * @param file the file as listed
 * @param input index of the plan's input
 */
public record WorstKey(double badness, String sampleId, String file, long position, int input)
        implements Comparable<WorstKey>, WorstRows.Ranked<WorstKey> {
    private static final Comparator<WorstKey> ORDER = Comparator.comparingDouble(WorstKey::badness)
            .thenComparing(WorstKey::sampleId, CodePointOrder.NULL_FIRST)
            .thenComparing(WorstKey::file, CodePointOrder.NULL_FIRST)
            .thenComparingLong(WorstKey::position)
            .thenComparingInt(WorstKey::input);

    /** The key of a row with this score. */
    public static WorstKey of(Scale scale, double score, String sampleId, int input, String file, long position) {
        // 0.0 - score and score + 0.0 are never -0.0, which Double.compare would put before 0.0.
        return new WorstKey(scale.higherIsBetter() ? score + 0.0 : 0.0 - score, sampleId, file, position, input);
    }

    @Override
    public boolean isAsBadAs(WorstKey other) {
        return Double.compare(badness, other.badness) == 0;
    }

    @Override
    public int compareTo(WorstKey other) {
        return ORDER.compare(this, other);
    }
}
