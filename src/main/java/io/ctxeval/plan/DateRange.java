package io.ctxeval.plan;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.List;

/**
 * The days that a run evaluates.
 *
 * @param last not before {@code first}; the same for one day
 */
public record DateRange(LocalDate first, LocalDate last) implements Serializable {
    /** Days that one run takes at most; each may be an input of its own. */
    public static final int MOST_DAYS = 366;

    static final String BETWEEN = "..";

    public DateRange {
        if (last.isBefore(first)) {
            throw new IllegalArgumentException(last + " is before " + first);
        }
    }

    public static DateRange of(LocalDate day) {
        return new DateRange(day, day);
    }

    public boolean isOneDay() {
        return first.equals(last);
    }

    /** Every day, in order. */
    public List<LocalDate> days() {
        return first.datesUntil(last.plusDays(1)).toList();
    }

    /** Whether all days of the other range are among these. */
    public boolean contains(DateRange other) {
        return !other.first.isBefore(first) && !other.last.isAfter(last);
    }

    /** Whether the ranges share a day. */
    public boolean overlaps(DateRange other) {
        return !other.last.isBefore(first) && !other.first.isAfter(last);
    }

    /** As one writes it: {@code 2026-11-30}, or {@code 2026-11-01..2026-11-07}. */
    public String text() {
        return isOneDay() ? first.toString() : first + BETWEEN + last;
    }

    /** The range as a part of names: {@code 2026-11-30}, or {@code 2026-11-01_2026-11-07}. */
    public String name() {
        return isOneDay() ? first.toString() : first + "_" + last;
    }
}
