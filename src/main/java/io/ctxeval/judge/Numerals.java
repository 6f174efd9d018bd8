package io.ctxeval.judge;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Numbers of English text in one spelling: {@code 1,200.50}, {@code 1 200.5} and {@code 1200,5} are the same, and so are {@code three}
 * and 3. A comma before exactly three digits groups thousands, before one or two it is decimal; a point is decimal.
 */
final class Numerals {
    /** A number in digits at the start of a word, with its ordinal ending; several points make a version or an address. */
    static final Pattern DIGITS = Pattern.compile("(?<![\\p{L}\\p{M}\\p{Nd}])(?:"
            + "([0-9]{1,3}(?:,[0-9]{3})+(?:\\.[0-9]+)?(?![0-9])"
            + "|[1-9][0-9]{0,2}(?:[ '’][0-9]{3})+(?:[.,][0-9]+)?(?![0-9])"
            + "|[0-9]+(?:\\.[0-9]+){2,}"
            + "|[0-9]+(?:[.,][0-9]{1,2}(?![0-9])|\\.[0-9]+)?"
            + "|(?<!\\.)\\.[0-9]+)"
            + "(?:(?:st|nd|rd|th)(?![\\p{L}\\p{M}\\p{Nd}]))?)");

    private static final int LONGEST = 30;
    private static final int TEN = 10;
    private static final int HUNDRED = 100;
    private static final Pattern GROUPS = Pattern.compile("[ '’]|,(?=[0-9]{3}(?![0-9]))");
    private static final Pattern POINTS = Pattern.compile(".*\\..*\\..*");
    private static final Map<String, Integer> WORDS = Map.ofEntries(
            Map.entry("zero", 0),
            Map.entry("one", 1),
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("four", 4),
            Map.entry("five", 5),
            Map.entry("six", 6),
            Map.entry("seven", 7),
            Map.entry("eight", 8),
            Map.entry("nine", 9),
            Map.entry("ten", 10),
            Map.entry("eleven", 11),
            Map.entry("twelve", 12),
            Map.entry("thirteen", 13),
            Map.entry("fourteen", 14),
            Map.entry("fifteen", 15),
            Map.entry("sixteen", 16),
            Map.entry("seventeen", 17),
            Map.entry("eighteen", 18),
            Map.entry("nineteen", 19),
            Map.entry("twenty", 20),
            Map.entry("thirty", 30),
            Map.entry("forty", 40),
            Map.entry("fifty", 50),
            Map.entry("sixty", 60),
            Map.entry("seventy", 70),
            Map.entry("eighty", 80),
            Map.entry("ninety", 90));
    /** What multiplies the number before it, by its zeros. */
    private static final Map<String, Integer> SCALES =
            Map.of("hundred", 2, "thousand", 3, "million", 6, "billion", 9, "trillion", 12);

    private Numerals() {}

    /** The one spelling of a number in digits. */
    static String ofDigits(String digits) {
        String plain = GROUPS.matcher(digits).replaceAll("").replace(',', '.');
        boolean writable = plain.length() <= LONGEST && !POINTS.matcher(plain).matches();
        return writable ? spelled(new BigDecimal(plain)) : plain;
    }

    static boolean isWord(String word) {
        return WORDS.containsKey(word);
    }

    static String ofWord(String word) {
        return String.valueOf(WORDS.get(word));
    }

    /** Whether a number word and the one behind it are one number: {@code twenty five}. */
    static boolean isTensAndOnes(String tens, String ones) {
        int first = WORDS.getOrDefault(tens, 0);
        int second = WORDS.getOrDefault(ones, 0);
        return 2 * TEN <= first && first < HUNDRED && first % TEN == 0 && 0 < second && second < TEN;
    }

    static String sum(String tens, String ones) {
        return String.valueOf(WORDS.getOrDefault(tens, 0) + WORDS.getOrDefault(ones, 0));
    }

    static boolean isScale(String word) {
        return SCALES.containsKey(word);
    }

    /**
     * A number times what the word behind it says: {@code 1.2} and {@code million} are 1200000.
     *
     * @param number in its one spelling
     */
    static String scaled(String number, String scale) {
        boolean writable = number.length() <= LONGEST && !POINTS.matcher(number).matches();
        return writable ? spelled(new BigDecimal(number).scaleByPowerOfTen(SCALES.getOrDefault(scale, 0))) : number;
    }

    private static String spelled(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
