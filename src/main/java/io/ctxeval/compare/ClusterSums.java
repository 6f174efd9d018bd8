package io.ctxeval.compare;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Poisson bootstrap over clusters (metrics.md 7.3) of all metrics in one group: per metric and replicate b the sums over
 * clusters of weight · differences and weight · pairs. They are whole numbers and linear in the rows, so a cluster may be spread
 * over partitions and come in any order.
 *
 * <p>Rows are first added up by cluster; every {@value #MOST_PENDING} clusters, and at the end of a part ({@link #expand}), these
 * sums are multiplied out over the replicates. Memory: 16 bytes · replicates for each metric that has a pair in the group (160 kB
 * at 10,000), and the pending clusters, 16 bytes · metrics each. Time: about 10 ns a replicate and cluster for its weights and
 * 1 to 2 ns for each metric.
 */
final class ClusterSums implements Serializable {
    private static final int MOST_PENDING = 1024;

    /** Replicates multiplied out together: their sums for twenty metrics stay in the second-level cache. */
    private static final int BLOCK = 512;

    private final int replicates;
    private final long seed;
    private final int metrics;
    /** By cluster, for each metric the sum of its differences in steps, then its pairs. */
    private final Map<String, long[]> pending = new HashMap<>();

    private final long @Nullable [][] deltas;
    private final long @Nullable [][] pairs;

    ClusterSums(int replicates, long seed, int metrics) {
        this.replicates = replicates;
        this.seed = seed;
        this.metrics = metrics;
        deltas = new long[metrics][];
        pairs = new long[metrics][];
    }

    void add(String cluster, int metric, long delta) {
        if (pending.size() >= MOST_PENDING && !pending.containsKey(cluster)) {
            expand();
        }
        long[] sums = pending.computeIfAbsent(cluster, key -> new long[2 * metrics]);
        sums[2 * metric] = Math.addExact(sums[2 * metric], delta);
        sums[2 * metric + 1]++;
    }

    /** Multiplies out what is pending. */
    void expand() {
        if (pending.isEmpty()) {
            return;
        }
        List<Map.Entry<String, long[]>> clusters = new ArrayList<>(pending.entrySet());
        long[] keys = new long[clusters.size()];
        long[][] sums = new long[clusters.size()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = PoissonWeights.key(seed, clusters.get(i).getKey());
            sums[i] = clusters.get(i).getValue();
        }
        byte[] weights = new byte[BLOCK];
        for (int first = 0; first < replicates; first += BLOCK) {
            int count = Math.min(BLOCK, replicates - first);
            for (int i = 0; i < keys.length; i++) {
                PoissonWeights.fill(keys[i], first, weights, count);
                addWeighted(sums[i], weights, first, count);
            }
        }
        pending.clear();
    }

    void merge(ClusterSums other) {
        expand();
        other.expand();
        for (int metric = 0; metric < metrics; metric++) {
            long[] otherDeltas = other.deltas[metric];
            long[] otherPairs = other.pairs[metric];
            if (otherDeltas != null && otherPairs != null) {
                addAll(sumsOf(deltas, metric), otherDeltas);
                addAll(sumsOf(pairs, metric), otherPairs);
            }
        }
    }

    /** The replicates of one metric; {@link #expand} comes first. */
    Replicates replicates(int metric) {
        long[] deltaSums = deltas[metric];
        long[] pairSums = pairs[metric];
        return deltaSums == null || pairSums == null
                ? new Replicates(new long[0], new long[0])
                : new Replicates(deltaSums, pairSums);
    }

    private void addWeighted(long[] sums, byte[] weights, int first, int count) {
        for (int metric = 0; metric < metrics; metric++) {
            long delta = sums[2 * metric];
            long n = sums[2 * metric + 1];
            if (n > 0) {
                addWeighted(sumsOf(deltas, metric), delta, weights, first, count);
                addWeighted(sumsOf(pairs, metric), n, weights, first, count);
            }
        }
    }

    private static void addWeighted(long[] totals, long value, byte[] weights, int first, int count) {
        for (int i = 0; i < count; i++) {
            totals[first + i] = Math.addExact(totals[first + i], weights[i] * value);
        }
    }

    private static void addAll(long[] totals, long[] others) {
        for (int i = 0; i < totals.length; i++) {
            totals[i] = Math.addExact(totals[i], others[i]);
        }
    }

    private long[] sumsOf(long @Nullable [][] all, int metric) {
        long[] sums = all[metric];
        if (sums == null) {
            sums = new long[replicates];
            all[metric] = sums;
        }
        return sums;
    }
}
