package io.ctxeval.embedding;

/** How alike two vectors of length 1 are. */
public final class Cosine {
    private static final double STEPS = 100;

    private Cosine() {}

    /**
     * The cosine, rounded to two decimals, half up: thresholds never see the digits in which processors differ most.
     *
     * @param a of length 1, or all zeros
     * @param b of length 1, or all zeros, with as many numbers as {@code a}
     */
    public static double of(float[] a, float[] b) {
        return rounded(exact(a, b));
    }

    /** Without rounding, to find the largest. */
    public static double exact(float[] a, float[] b) {
        // Four sums in a fixed order: the same bits everywhere, and the additions don't wait for each other.
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int i = 0; i < a.length; i += 4) {
            s0 += (double) a[i] * b[i];
            s1 += (double) a[i + 1] * b[i + 1];
            s2 += (double) a[i + 2] * b[i + 2];
            s3 += (double) a[i + 3] * b[i + 3];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Two decimals, half up. */
    public static double rounded(double cosine) {
        return Math.floor(cosine * STEPS + 0.5) / STEPS;
    }
}
