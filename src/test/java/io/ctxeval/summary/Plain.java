package io.ctxeval.summary;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** The definitions of metrics.md 5.7 and 7.2, word for word and slow. */
final class Plain {
    private Plain() {}

    static BigInteger nanos(double score) {
        return new BigDecimal(score)
                .multiply(BigDecimal.TEN.pow(9))
                .setScale(0, RoundingMode.HALF_EVEN)
                .toBigIntegerExact();
    }

    static double mean(List<Double> scores) {
        BigDecimal sum = scores.stream().map(Plain::decimal).reduce(BigDecimal.ZERO, BigDecimal::add);
        return sum.divide(BigDecimal.valueOf(scores.size()), MathContext.DECIMAL128)
                .doubleValue();
    }

    static double sd(List<Double> scores) {
        MathContext digits = new MathContext(80);
        BigDecimal n = BigDecimal.valueOf(scores.size());
        BigDecimal mean = scores.stream()
                .map(Plain::decimal)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(n, digits);
        BigDecimal squares = BigDecimal.ZERO;
        for (double score : scores) {
            squares = squares.add(decimal(score).subtract(mean).pow(2));
        }
        return squares.divide(n.subtract(BigDecimal.ONE), digits)
                .sqrt(MathContext.DECIMAL128)
                .doubleValue();
    }

    static double quantile(List<Double> scores, int percent, double least, double most) {
        List<Long> steps = new ArrayList<>();
        for (double score : scores) {
            steps.add(decimal(score)
                    .subtract(new BigDecimal(least))
                    .multiply(BigDecimal.valueOf(10_000))
                    .divide(new BigDecimal(most).subtract(new BigDecimal(least)), 0, RoundingMode.HALF_UP)
                    .longValueExact());
        }
        steps.sort(null);
        int rank = BigDecimal.valueOf(percent)
                .multiply(BigDecimal.valueOf(scores.size()))
                .divide(BigDecimal.valueOf(100), 0, RoundingMode.CEILING)
                .intValueExact();
        return least + (most - least) * steps.get(rank - 1) / 10_000;
    }

    private static BigDecimal decimal(double score) {
        return new BigDecimal(nanos(score)).movePointLeft(9);
    }
}
