package io.ctxeval.judge;

import java.util.Set;

/** English names of weekdays and months. */
final class Calendar {
    private static final Set<String> WEEKDAYS =
            Set.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekday", "weekend");
    private static final Set<String> MONTHS = Set.of(
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december");
    /** Months that are other words without a capital letter. */
    private static final Set<String> AMBIGUOUS = Set.of("march", "may", "august");

    private Calendar() {}

    static boolean isWeekday(String word) {
        return WEEKDAYS.contains(word) || isWeekdays(word);
    }

    /** Whether it is a weekday in the plural: the same day of every week. */
    static boolean isWeekdays(String word) {
        return word.endsWith("s") && WEEKDAYS.contains(word.substring(0, word.length() - 1));
    }

    /**
     * Whether it is a month.
     *
     * @param capital whether it has a capital letter that isn't the sentence's
     */
    static boolean isMonth(String word, boolean capital) {
        return MONTHS.contains(word) && (capital || !AMBIGUOUS.contains(word));
    }

    static boolean isNamed(String word) {
        return isWeekday(word) || MONTHS.contains(word);
    }
}
