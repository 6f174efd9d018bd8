package io.ctxeval.compare;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Poisson bootstrap over clusters (metrics.md 7.3) of all metrics in one group: per metric and replicate b the sums over
 * clusters of weight · differences and weight · pairs. They are whole numbers and linear in the rows, so a cluster may be spread
 * over partitions and come in any order.
 *
 * <p>Rows are first added up by cluster; every {@value #MOST_PENDING} clusters, and at the end of a part ({@link #expand}), these
 * sums are multiplied out over the replicates. Memory: 16 bytes · replicates for each metric that has a pair in the group (160 kB
 * at 10,000), and the pending clusters, 16 bytes · metrics each. Time: about 150 µs of one core for a cluster at 10,000 replicates
 * and ten metrics, shared by all rows of the cluster that come close together.
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

    /** By metric and replicate; empty before a metric's first pair. */
    private final long[][] deltas;

    private final long[][] pairs;
    /** By metric: no replicate's sum of differences can be further from zero. */
    private final long[] bounds;

    ClusterSums(int replicates, long seed, int metrics) {
        this.replicates = replicates;
        this.seed = seed;
        this.metrics = metrics;
        deltas = new long[metrics][0];
        pairs = new long[metrics][0];
        bounds = new long[metrics];
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
        for (long[] sum : sums) {
            widen(sum);
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
            if (other.deltas[metric].length > 0) {
                bounds[metric] = Math.addExact(bounds[metric], other.bounds[metric]);
                addAll(sumsOf(deltas, metric), other.deltas[metric]);
                addAll(sumsOf(pairs, metric), other.pairs[metric]);
            }
        }
    }

    /** The replicates of one metric, none before its first pair; {@link #expand} comes first. */
    Replicates replicates(int metric) {
        return new Replicates(deltas[metric], pairs[metric]);
    }

    /** Finds an overflow before it happens, once a cluster instead of once a replicate. */
    private void widen(long[] sums) {
        for (int metric = 0; metric < metrics; metric++) {
            long most = Math.multiplyExact(PoissonWeights.MOST, Math.abs(sums[2 * metric]));
            bounds[metric] = Math.addExact(bounds[metric], most);
        }
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
            totals[first + i] += weights[i] * value;
        }
    }

    private static void addAll(long[] totals, long[] others) {
        for (int i = 0; i < totals.length; i++) {
            totals[i] += others[i];
        }
    }

    private long[] sumsOf(long[][] all, int metric) {
        if (all[metric].length == 0) {
            all[metric] = new long[replicates];
        }
        return all[metric];
    }
}
