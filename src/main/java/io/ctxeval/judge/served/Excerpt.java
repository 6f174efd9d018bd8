package io.ctxeval.judge.served;

import java.util.regex.Pattern;

/** Foreign text cut down to what may be shown. */
final class Excerpt {
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Cc}\\p{Cf}\\u2028\\u2029]+");

    private Excerpt() {}

    /** The start of a text, at most so many code points. */
    static String of(String text, int codePoints) {
        return text.length() <= codePoints || text.codePointCount(0, text.length()) <= codePoints
                ? text
                : text.substring(0, text.offsetByCodePoints(0, codePoints - 1)) + "…";
    }

    /** The start of a text on one line, without control characters. */
    static String oneLine(String text, int codePoints) {
        // What is cut off later needn't be looked at: white space may shrink, so more than is kept.
        String start = text.substring(0, Math.min(text.length(), 20 * codePoints));
        return of(wellFormed(SPACES.matcher(start).replaceAll(" ").strip()), codePoints);
    }

    /** Half a surrogate pair becomes U+FFFD: no UTF-8 holds it. */
    static String wellFormed(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE ? 0xfffd : c)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
