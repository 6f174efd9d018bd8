package io.ctxeval.compare;

import io.ctxeval.summary.MetricRule;
import java.io.Serializable;
import java.util.List;

/**
 * What a comparison collects.
 *
 * @param metrics those that both versions have, in the order of tables
 * @param dimensions the columns that tell slices apart, without the one that tells the versions apart
 * @param clustered whether rows come in clusters, several to a trace or conversation, so that intervals resample clusters
 * @param replicates resamples behind each interval, at least {@value #LEAST_REPLICATES}
 * @param seed decides the resamples; the same seed gives the same interval
 */
public record ComparisonRules(
        List<MetricRule> metrics, List<String> dimensions, boolean clustered, int replicates, long seed)
        implements Serializable {
    /** Metrics.md 7.3. */
    public static final int REPLICATES = 10_000;

    /** Below this a tail of 2.5 % holds no whole replicate. */
    public static final int LEAST_REPLICATES = 40;

    public ComparisonRules {
        metrics = List.copyOf(metrics);
        dimensions = List.copyOf(dimensions);
        if (replicates < LEAST_REPLICATES) {
            throw new IllegalArgumentException("replicates: " + replicates + "; must be >= " + LEAST_REPLICATES);
        }
    }

    /** Rules with {@value #REPLICATES} resamples. */
    public ComparisonRules(List<MetricRule> metrics, List<String> dimensions, boolean clustered, long seed) {
        this(metrics, dimensions, clustered, REPLICATES, seed);
    }
}
