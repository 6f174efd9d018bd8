package io.ctxeval.text;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Runs of k neighbouring words, as sets: the plain form as lists of words, the fast one as numbers. */
public final class Shingles {
    private static final long SEED = 0x0C0F_FEE5_7EA5_0000L;
    private static final int LONGEST = 5;
    private static final long[] ODD = new long[3 * LONGEST];

    static {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < ODD.length; i++) {
            ODD[i] = random.nextLong() | 1;
        }
    }

    private Shingles() {}

    /**
     * The k-word shingles of some words. Fewer than k words, but at least one, make one shingle of all of them.
     *
     * @param k at least 1
     */
    public static Set<List<String>> of(List<String> words, int k) {
        Set<List<String>> shingles = new LinkedHashSet<>();
        if (!words.isEmpty() && words.size() < k) {
            shingles.add(List.copyOf(words));
        }
        for (int i = 0; i + k <= words.size(); i++) {
            shingles.add(List.copyOf(words.subList(i, i + k)));
        }
        return shingles;
    }

    static long two(long[] words, int from) {
        return words[from] * ODD[0] + words[from + 1] * ODD[1];
    }

    static long three(long[] words, int from) {
        return words[from] * ODD[0] + words[from + 1] * ODD[1] + words[from + 2] * ODD[2];
    }

    static long five(long[] words, int from) {
        return words[from] * ODD[0]
                + words[from + 1] * ODD[1]
                + words[from + 2] * ODD[2]
                + words[from + 3] * ODD[3]
                + words[from + 4] * ODD[4];
    }

    /** The one shingle of a text of fewer than five words; never that of other words, whatever their number. */
    static long fewerThanFive(long[] words, int from, int to) {
        long sum = ODD[2 * LONGEST + to - from];
        for (int i = from; i < to; i++) {
            sum += words[i] * ODD[LONGEST + i - from];
        }
        return sum;
    }
}
