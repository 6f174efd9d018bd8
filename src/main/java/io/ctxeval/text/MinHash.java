package io.ctxeval.text;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Signatures by which similar sets are found without comparing every pair (Broder 1997; banding after Leskovec, Rajaraman and
 * Ullman, "Mining of Massive Datasets", chapter 3). 128 permutations in 32 bands of 4 rows: a pair of Jaccard similarity 0.8
 * shares no band with probability (1 - 0.8^4)^32 = 5e-8 (metrics.md 6.3). Seeds are fixed.
 */
final class MinHash {
    static final int BANDS = 32;
    static final int ROWS = 4;
    static final int PERMUTATIONS = BANDS * ROWS;

    private static final long SEED = 0x00B1_7E5E_7000_0128L;
    private static final long[] FACTORS = new long[PERMUTATIONS];
    private static final long[] OFFSETS = new long[PERMUTATIONS];

    static {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < PERMUTATIONS; i++) {
            FACTORS[i] = random.nextLong() | 1;
            OFFSETS[i] = random.nextLong();
        }
    }

    private MinHash() {}

    /** The least value of each permutation over some shingles; {@code from < to}. */
    static int[] signature(long[] shingles, int from, int to) {
        int[] least = new int[PERMUTATIONS];
        Arrays.fill(least, Integer.MAX_VALUE);
        for (int i = from; i < to; i++) {
            long mixed = WordCode.fold(shingles[i]);
            for (int p = 0; p < PERMUTATIONS; p++) {
                least[p] = Math.min(least[p], (int) ((mixed * FACTORS[p] + OFFSETS[p]) >>> 33));
            }
        }
        return least;
    }

    /** One number for a band of a signature; bands of different places never meet. */
    static long band(int[] signature, int band) {
        long hash = band;
        for (int row = 0; row < ROWS; row++) {
            hash = WordCode.fold(hash * 31 + signature[band * ROWS + row]);
        }
        return hash;
    }

    /** The share of equal places, an estimate of the Jaccard similarity with a standard error of at most 0.045. */
    static double estimate(int[] a, int[] b) {
        int equal = 0;
        for (int p = 0; p < PERMUTATIONS; p++) {
            if (a[p] == b[p]) {
                equal++;
            }
        }
        return (double) equal / PERMUTATIONS;
    }
}
