package io.ctxeval.plan;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Puts the day of a run in the place of {@code {date}}, and notes whether there was one. */
final class Day {
    private static final String PLACEHOLDER = "{date}";

    private final @Nullable LocalDate date;
    private final Problems problems;
    private boolean used;

    Day(@Nullable LocalDate date, Problems problems) {
        this.date = date;
        this.problems = problems;
    }

    String in(String key, String text) {
        if (!text.contains(PLACEHOLDER)) {
            return text;
        }
        used = true;
        if (date == null) {
            problems.add(key, text + " has " + PLACEHOLDER + ", but there is no date; give --date");
            return text;
        }
        return text.replace(PLACEHOLDER, date.toString());
    }

    /** A date that selects nothing would pass for one that does. */
    void refuseIfUnused(@Nullable Place place) {
        if (date != null && !used && place != null) {
            problems.add(
                    Keys.DATE.name(),
                    date + "; neither an input nor output, state or run-id has " + PLACEHOLDER,
                    place);
        }
    }
}
