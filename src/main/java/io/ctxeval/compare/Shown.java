package io.ctxeval.compare;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as sentences show them. */
final class Shown {
    private static final int DECIMALS = 2;
    private static final double LEAST_P = 0.0001;
    private static final MathContext P_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

    private Shown() {}

    /** Two decimals, none of them a trailing zero. */
    static String figure(double value) {
        BigDecimal rounded = new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** A share as per cent with its sign. */
    static String percent(double share) {
        return figure(100 * share) + " %";
    }

    /** Two digits: {@code p = 0.037}, {@code p < 0.0001}. */
    static String p(double p) {
        return p < LEAST_P
                ? "p < 0.0001"
                : "p = " + new BigDecimal(p).round(P_DIGITS).toPlainString();
    }
}
