package io.ctxeval.text;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** Numbers as CPython writes and reads them. */
public final class PythonNumbers {
    /** Unicode 14 has these decimal digits, the Java in use need not. */
    private static final int TANGSA_ZERO = 0x16AC0;

    private PythonNumbers() {}

    /**
     * Python's {@code repr} of a float (handoff-and-budget.md 3.2): the shortest digits that read back as the same double, fixed
     * for decimal exponents from -4 to 15, else scientific: {@code 100.0}, {@code 1e-05}, {@code 2.5e+300}, {@code -0.0}, {@code
     * inf}, {@code nan}.
     */
    public static String text(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        String sign = value < 0 || (value == 0 && 1 / value < 0) ? "-" : "";
        if (value == 0) {
            return sign + "0.0";
        }
        return sign + positive(Math.abs(value));
    }

    private static String positive(double value) {
        // Raffaello Giulietti's writer, as the JDK has it from 19 on, in Jackson's copy
        String java = DoubleToDecimal.toString(value);
        int e = java.indexOf('E');
        String mantissa = e < 0 ? java : java.substring(0, e);
        int point = mantissa.indexOf('.');
        String all = mantissa.substring(0, point) + mantissa.substring(point + 1);
        int leading = 0;
        while (all.charAt(leading) == '0') {
            leading++;
        }
        int length = all.length();
        while (all.charAt(length - 1) == '0') {
            length--;
        }
        int exponent = (e < 0 ? 0 : Integer.parseInt(java.substring(e + 1))) + point - leading - 1;
        return laidOut(shorter(all.substring(leading, length), exponent, value), exponent, value);
    }

    /** Java's rule wants two digits at least and so may write 4.9E-324 where one digit, 5e-324, reads back as the same. */
    private static String shorter(String digits, int exponent, double value) {
        if (digits.length() != 2) {
            return digits;
        }
        int tens = digits.charAt(0) - '0';
        int nearest = digits.charAt(1) >= '5' ? tens + 1 : tens;
        boolean same = Double.parseDouble(nearest + "e" + exponent) == value;
        return same ? Integer.toString(nearest) : digits;
    }

    private static String laidOut(String found, int foundExponent, double value) {
        // rounding 9.9 up to one digit gives 10
        boolean carried = found.equals("10") && Double.parseDouble("1e" + (foundExponent + 1)) == value;
        String digits = carried ? "1" : found;
        int exponent = carried ? foundExponent + 1 : foundExponent;
        int count = digits.length();
        if (exponent < -4 || exponent > 15) {
            String fraction = count == 1 ? "" : "." + digits.substring(1);
            int magnitude = Math.abs(exponent);
            return digits.charAt(0) + fraction + (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
        }
        if (exponent < 0) {
            return "0." + "0".repeat(-exponent - 1) + digits;
        }
        if (count <= exponent + 1) {
            return digits + "0".repeat(exponent + 1 - count) + ".0";
        }
        return digits.substring(0, exponent + 1) + "." + digits.substring(exponent + 1);
    }

    /**
     * Python's {@code int} of a text (handoff-and-budget.md 4): white space around it, one sign, decimal digits of any script with
     * single underscores between them. Empty if Python refuses the text.
     */
    public static Optional<BigInteger> whole(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && CodePoints.isWhiteSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && CodePoints.isWhiteSpace(text.charAt(to - 1))) {
            to--;
        }
        StringBuilder digits = new StringBuilder(to - from);
        if (from < to && (text.charAt(from) == '+' || text.charAt(from) == '-')) {
            digits.append(text.charAt(from++));
        }
        boolean afterDigit = false;
        for (int i = from; i < to; ) {
            int c = text.codePointAt(i);
            int digit = digit(c);
            if (digit >= 0) {
                digits.append(digit);
            } else if (c != '_' || !afterDigit) {
                return Optional.empty();
            }
            afterDigit = digit >= 0;
            i += Character.charCount(c);
        }
        return afterDigit ? Optional.of(new BigInteger(digits.toString())) : Optional.empty();
    }

    private static int digit(int codePoint) {
        if (codePoint >= TANGSA_ZERO && codePoint <= TANGSA_ZERO + 9) {
            return codePoint - TANGSA_ZERO;
        }
        return Character.digit(codePoint, 10);
    }
}
