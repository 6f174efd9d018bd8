package io.ctxeval.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * One thing on which a human and the judge both said yes or no.
 *
 * @param cluster the sample, or the cluster of samples, that it belongs to
 * @param value how strongly the judge says yes, the higher the more; null: it doesn't grade
 */
public record Decision(
        String cluster,
        boolean human,
        boolean judge,
        @Nullable Double value) {
    Decision judgedAt(double threshold) {
        return new Decision(cluster, human, value != null && value >= threshold, value);
    }
}
