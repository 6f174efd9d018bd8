package io.ctxeval.text;

import java.util.SplittableRandom;

/**
 * Words as 64-bit numbers: the sum of each UTF-16 unit times a fixed random multiplier of its place, so that units don't wait
 * for each other. Two given words share a number with a probability of about 2^-64; nothing else distinguishes them.
 */
final class WordCode {
    /** After so many units the sum is folded and the places begin anew. */
    static final int PLACES = 32;
    /** Set in the units of digits. */
    static final int DIGIT = 0x10000;

    private static final long SEED = 0x5EED_0F0D_DB0A_7501L;
    /** Not to be changed; open to the loop over a text. */
    static final long[] MULTIPLIERS = new long[PLACES];

    static {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < PLACES; i++) {
            MULTIPLIERS[i] = random.nextLong() | 1;
        }
    }

    private WordCode() {}

    /** The number of a word as {@link Words#words} gives it. */
    static long of(String word) {
        long sum = 0;
        int place = 0;
        for (int i = 0; i < word.length(); i++) {
            sum += unit(word.charAt(i)) * MULTIPLIERS[place++];
            if (place == PLACES) {
                sum = fold(sum);
                place = 0;
            }
        }
        return sum;
    }

    /** What a UTF-16 unit counts: above zero for every word part. */
    static int unit(char c) {
        return Character.isDigit(c) ? c | DIGIT : c;
    }

    static long fold(long sum) {
        long mixed = (sum ^ (sum >>> 29)) * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ (mixed >>> 32);
    }
}
