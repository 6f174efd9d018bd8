package io.ctxeval.summary;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * Mean and spread of scores, each rounded once from exact sums.
 *
 * @param mean arithmetic mean
 * @param sd sample standard deviation (divisor n − 1); null for one row
 * @param se standard error of the mean, sd/√n; null for one row
 */
public record Moments(
        double mean, @Nullable Double sd, @Nullable Double se) {
    private static final MathContext DIGITS = MathContext.DECIMAL128;
    private static final BigDecimal PER_UNIT = BigDecimal.valueOf(Nanos.PER_UNIT);

    /**
     * The moments of n scores.
     *
     * @param sum of the scores in billionths
     * @param squares sum of the squares of the scores in billionths
     * @return null for n = 0
     */
    public static @Nullable Moments of(long n, BigInteger sum, BigInteger squares) {
        if (n == 0) {
            return null;
        }
        BigDecimal rows = BigDecimal.valueOf(n);
        double mean =
                new BigDecimal(sum).divide(rows.multiply(PER_UNIT), DIGITS).doubleValue();
        if (n == 1) {
            return new Moments(mean, null, null);
        }
        BigInteger deviations = BigInteger.valueOf(n).multiply(squares).subtract(sum.multiply(sum));
        BigDecimal divisor = rows.multiply(BigDecimal.valueOf(n - 1)).multiply(PER_UNIT.pow(2));
        BigDecimal variance = new BigDecimal(deviations).divide(divisor, DIGITS);
        double sd = variance.sqrt(DIGITS).doubleValue();
        double se = variance.divide(rows, DIGITS).sqrt(DIGITS).doubleValue();
        return new Moments(mean, sd, se);
    }
}
