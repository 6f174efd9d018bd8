package io.ctxeval.summary;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A score as a whole number of its billionth parts, rounded half-even from the exact value of the double (metrics.md 7.2).
 */
final class Nanos {
    static final long PER_UNIT = 1_000_000_000L;

    /** Below this a product with 10^9 keeps halves: its last bit is worth at most 1/2. */
    private static final double EXACT_BELOW = (1L << 52) / 1e9;

    private Nanos() {}

    /** Whether {@link #of} takes the value; larger ones take {@link #big}. */
    static boolean fits(double score) {
        return Math.abs(score) < EXACT_BELOW;
    }

    /**
     * The billionths of a score that {@link #fits}. The product's own rounding error, which a fused multiply-add gives exactly,
     * decides only where the product seems to lie half-way.
     */
    static long of(double score) {
        double product = score * 1e9;
        double error = Math.fma(score, 1e9, -product);
        double whole = Math.rint(product);
        double rest = product - whole;
        if (rest == 0.5 && error > 0) {
            whole += 1;
        } else if (rest == -0.5 && error < 0) {
            whole -= 1;
        }
        return (long) whole;
    }

    /** The billionths of any finite score. */
    static BigInteger big(double score) {
        return new BigDecimal(score)
                .scaleByPowerOfTen(9)
                .setScale(0, RoundingMode.HALF_EVEN)
                .toBigInteger();
    }
}
