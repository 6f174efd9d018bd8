package io.ctxeval.table;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as tables hold them. */
public final class Numbers {
    static final int MOST_DIGITS = 38;
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
    private static final BigInteger BEYOND = BigInteger.TEN.pow(MOST_DIGITS);

    private Numbers() {}

    /**
     * The shortest text that reads back as the same double, such as {@code 5.684341886080802E-14} for 2^-44.
     * {@link Double#toString(double)} of Java 17 isn't always shortest.
     */
    public static String shortest(double value) {
        return NumberOutput.toString(value, true);
    }

    /**
     * A finite number in decimal notation, such as {@code -1.5e3}. What Java reads besides is none: hexadecimal digits, a type's letter
     * at the end, {@code Infinity}.
     *
     * @return null if the text is something else
     */
    public static @Nullable Double parse(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            return null;
        }
        double value = Double.parseDouble(text);
        return Double.isFinite(value) ? (Double) value : null;
    }

    static double finite(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a table holds no " + value + ": an absent figure is null");
        }
        return value;
    }

    static BigInteger fitting(BigInteger value) {
        if (value.abs().compareTo(BEYOND) >= 0) {
            throw new IllegalArgumentException(
                    "a whole number of more than " + MOST_DIGITS + " digits doesn't fit: " + value);
        }
        return value;
    }
}
