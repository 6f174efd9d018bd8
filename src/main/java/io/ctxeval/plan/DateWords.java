package io.ctxeval.plan;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Pattern;

/** A day or a range of days as people write it. */
final class DateWords {
    static final String ALLOWED = "a day (2026-11-30, yesterday or today) or a range of at most " + DateRange.MOST_DAYS
            + " days (2026-11-01..2026-11-07)";

    /** With a year of four digits: others are ISO too, but no day of a log. */
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    private DateWords() {}

    /**
     * Reads days.
     *
     * @param today what {@code today} stands for
     * @throws DateTimeException if it isn't a day or a range
     * @throws IllegalArgumentException if the range ends before it begins, or is too long
     */
    static DateRange read(String text, LocalDate today) {
        int between = text.indexOf(DateRange.BETWEEN);
        if (between < 0) {
            return DateRange.of(day(text, today));
        }
        LocalDate first = day(text.substring(0, between), today);
        DateRange range = new DateRange(first, day(text.substring(between + DateRange.BETWEEN.length()), today));
        if (!range.last().isBefore(first.plusDays(DateRange.MOST_DAYS))) {
            throw new IllegalArgumentException("holds more than " + DateRange.MOST_DAYS + " days");
        }
        return range;
    }

    private static LocalDate day(String text, LocalDate today) {
        return switch (text.strip()) {
            case "today" -> today;
            case "yesterday" -> today.minusDays(1);
            default -> {
                if (!DAY.matcher(text.strip()).matches()) {
                    throw new DateTimeException(text + " is no day");
                }
                yield LocalDate.parse(text.strip());
            }
        };
    }
}
