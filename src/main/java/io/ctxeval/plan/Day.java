package io.ctxeval.plan;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts the days of a run where a plan asks for them: in the place of {@code {date}}, and into the inputs whose paths name no day,
 * which are then read by their folders.
 */
final class Day {
    static final String PLACEHOLDER = "{date}";

    private final @Nullable DateRange dates;
    private final String column;
    private final Problems problems;

    /**
     * The days of a plan.
     *
     * @param dates null: the plan has none
     * @param column the partition column that holds a day
     */
    Day(@Nullable DateRange dates, String column, Problems problems) {
        this.dates = dates;
        this.column = column;
        this.problems = problems;
    }

    /** A name with the days in it; a range as {@code 2026-11-01_2026-11-07}. */
    String in(String key, String text) {
        if (!text.contains(PLACEHOLDER)) {
            return text;
        }
        if (dates == null) {
            problems.add(key, text + " has " + PLACEHOLDER + ", but there is no date; give --date");
            return text;
        }
        return text.replace(PLACEHOLDER, dates.name());
    }

    /** What stands for the days of a path: each day by itself, or the one spelling of a path that asks for none. */
    List<Day> each(String key, String path) {
        if (!path.contains(PLACEHOLDER) || dates == null) {
            in(key, path);
            return List.of(this);
        }
        return dates.days().stream()
                .map(day -> new Day(DateRange.of(day), column, problems))
                .toList();
    }

    /** The path with its day in it. */
    String on(String path) {
        return dates == null ? path : path.replace(PLACEHOLDER, dates.name());
    }

    /** The path of a partner of the input that this day is of. */
    String joined(String key, String path) {
        if (path.contains(PLACEHOLDER) && dates != null && !dates.isOneDay()) {
            problems.add(
                    key,
                    path + " has " + PLACEHOLDER + ", and the path of its input has not: on which of the days "
                            + dates.text() + "?");
            return path;
        }
        return in(key, path);
    }

    /** The inputs with the days that their folders are chosen by, as far as their paths don't name a day. */
    List<InputSpec> selecting(List<InputSpec> inputs, @Nullable String... names) {
        if (dates == null) {
            return inputs;
        }
        boolean alone = Stream.concat(
                        Stream.of(names),
                        inputs.stream()
                                .flatMap(input -> Stream.concat(
                                        Stream.of(input.path()),
                                        input.mapping().joins().stream().map(MappingSpec.JoinSpec::path))))
                .noneMatch(this::isNamedBy);
        DaySelection selection = new DaySelection(column, dates, alone);
        return inputs.stream()
                .map(input -> isNamedBy(input.path()) ? input : input.of(selection))
                .toList();
    }

    /** By the characters alone, so that a configuration in which the days are put in already says the same. */
    private boolean isNamedBy(@Nullable String text) {
        if (text == null || dates == null) {
            return false;
        }
        return text.contains(dates.name())
                || dates.days().stream().map(LocalDate::toString).anyMatch(text::contains);
    }
}
