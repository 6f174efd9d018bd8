package io.ctxeval.compare;

/**
 * How often a cluster is drawn in each replicate of the Poisson bootstrap (metrics.md 7.3): Poisson(1), read off a hash of
 * (seed, cluster, replicate), so that every partition that holds rows of the cluster finds the same weights. Each weight takes
 * 32 bits of the hash, which keeps every probability to 2^-32.
 */
final class PoissonWeights {
    /** Replicates that share one hash of 64 bits. */
    static final int PER_HASH = 2;

    private static final long PRIME = 0x100000001B3L;

    /** No weight is larger: beyond lies less than 2^-32. */
    static final long MOST = 12;

    /** Entry k: P(weight ≤ k) in units of 2^-32. */
    private static final long[] CUMULATIVE = cumulative();

    /** The weight by the first byte, or -1 where that byte doesn't decide it. */
    private static final byte[] BY_FIRST_BYTE = byFirstByte();

    private PoissonWeights() {}

    /** A key from which the weights of a cluster follow. */
    static long key(long seed, String cluster) {
        long hash = SplitMix.of(seed, 0);
        for (int i = 0; i < cluster.length(); i++) {
            hash = (hash ^ cluster.charAt(i)) * PRIME;
            hash ^= hash >>> 32;
        }
        return SplitMix.of(hash, cluster.length());
    }

    /**
     * Writes the weights of some consecutive replicates.
     *
     * @param first the first of them, a multiple of {@value #PER_HASH}
     * @param weights filled up to {@code count}; its length is a multiple of {@value #PER_HASH}
     */
    static void fill(long key, int first, byte[] weights, int count) {
        for (int i = 0; i < count; i += PER_HASH) {
            long bits = SplitMix.of(key, first / PER_HASH + i / PER_HASH);
            weights[i] = weight(bits >>> 32);
            weights[i + 1] = weight(bits & 0xFFFFFFFFL);
        }
    }

    private static byte weight(long bits) {
        byte sure = BY_FIRST_BYTE[(int) (bits >>> 24)];
        return sure >= 0 ? sure : scan(bits);
    }

    private static byte scan(long bits) {
        byte weight = 0;
        while (weight < CUMULATIVE.length && bits >= CUMULATIVE[weight]) {
            weight++;
        }
        return weight;
    }

    private static long[] cumulative() {
        long[] bounds = new long[(int) MOST];
        double probability = Math.exp(-1);
        double sum = 0;
        for (int k = 0; k < bounds.length; k++) {
            sum += probability;
            bounds[k] = Math.round(sum * 0x1p32);
            probability /= k + 1;
        }
        return bounds;
    }

    private static byte[] byFirstByte() {
        byte[] weights = new byte[256];
        for (int i = 0; i < weights.length; i++) {
            byte least = scan((long) i << 24);
            weights[i] = least == scan(((long) i << 24) + 0xFFFFFF) ? least : -1;
        }
        return weights;
    }
}
