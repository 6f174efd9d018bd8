package io.ctxeval.compare;

/** SplitMix64 read at any place (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators"). */
final class SplitMix {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    /** The number at a place, from 0, of the stream that a seed starts. */
    static long of(long seed, long place) {
        long z = seed + GOLDEN * (place + 1);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
