package io.ctxeval.dataset;

import io.ctxeval.plan.DateRange;
import io.ctxeval.plan.DaySelection;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chooses folders by the days that their names tell, in one walk: {@code date=2026-11-30}, or {@code year=2026/month=11/day=30}. A
 * folder of other days is not entered.
 */
final class DayFolders {
    private static final Pattern BASIC = Pattern.compile("\\d{8}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
    private static final int MOST_NAMED = 10;

    private final DaySelection selection;
    private final TreeSet<LocalDate> there = new TreeSet<>();
    private final List<ListedFile> untold = new ArrayList<>();
    private @Nullable DateRange others;
    private boolean told;

    DayFolders(DaySelection selection) {
        this.selection = selection;
    }

    /**
     * Whether a folder may hold files of the wanted days.
     *
     * @param partitions its own and those of the folders around it
     */
    boolean admits(Map<String, @Nullable String> partitions) {
        DateRange span = span(partitions);
        if (span == null || span.overlaps(selection.dates())) {
            return true;
        }
        others = others == null
                ? span
                : new DateRange(
                        span.first().isBefore(others.first()) ? span.first() : others.first(),
                        span.last().isAfter(others.last()) ? span.last() : others.last());
        return false;
    }

    /** Whether a file is of the wanted days; one whose folders don't tell is kept until it is known whether others' do. */
    boolean takes(ListedFile file) {
        DateRange span = span(file.partitions());
        if (span == null || !selection.dates().contains(span)) {
            untold.add(file);
            return false;
        }
        there.addAll(span.days());
        return true;
    }

    /** Whether any folder told a day; otherwise the days choose nothing, and everything is read. */
    boolean choose() {
        return told;
    }

    /** Files in folders of no certain day. */
    List<ListedFile> untold() {
        return untold;
    }

    /** Why nothing is left, naming the days that there are. */
    String missing() {
        return "nothing is there for " + selection.dates().text()
                + (others == null
                        ? ""
                        : ": its folders by day lie between " + others.first() + " and " + others.last());
    }

    boolean isMissing() {
        return there.isEmpty();
    }

    /** What a reader should know of the choice. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        List<LocalDate> absent = selection.dates().days().stream()
                .filter(day -> !there.contains(day))
                .toList();
        if (!absent.isEmpty()) {
            warnings.add(absentDays(absent));
        }
        if (!untold.isEmpty()) {
            warnings.add(untold.size() + (untold.size() == 1 ? " file lies" : " files lie")
                    + " in no folder of a certain day and "
                    + (untold.size() == 1 ? "is" : "are") + " left out, such as "
                    + untold.get(0).name());
        }
        return warnings;
    }

    /** Says which days of a range are missing. */
    static String absentDays(List<LocalDate> absent) {
        List<String> named = new ArrayList<>(
                absent.stream().limit(MOST_NAMED).map(LocalDate::toString).toList());
        if (absent.size() > MOST_NAMED) {
            named.add("and " + (absent.size() - MOST_NAMED) + " more days");
        }
        return "nothing is there for " + String.join(", ", named);
    }

    /** The days that folders tell, as far as they tell any. */
    private @Nullable DateRange span(Map<String, @Nullable String> partitions) {
        try {
            DateRange span = partitions.containsKey(selection.column())
                    ? span(partitions.get(selection.column()))
                    : span(
                            number(partitions.get("year")),
                            number(partitions.get("month")),
                            number(partitions.get("day")));
            told |= span != null;
            return span;
        } catch (DateTimeException noDay) {
            return null;
        }
    }

    private static @Nullable DateRange span(@Nullable String day) {
        if (day == null) {
            return null;
        }
        return DateRange.of(
                BASIC.matcher(day).matches()
                        ? LocalDate.parse(day, DateTimeFormatter.BASIC_ISO_DATE)
                        : LocalDate.parse(day));
    }

    private static @Nullable DateRange span(@Nullable Integer year, @Nullable Integer month, @Nullable Integer day) {
        if (year == null) {
            return null;
        }
        if (month == null) {
            return new DateRange(LocalDate.of(year, 1, 1), LocalDate.of(year, 12, 31));
        }
        YearMonth whole = YearMonth.of(year, month);
        return day == null
                ? new DateRange(whole.atDay(1), whole.atEndOfMonth())
                : DateRange.of(LocalDate.of(year, month, day));
    }

    private static @Nullable Integer number(@Nullable String text) {
        return text != null && NUMBER.matcher(text).matches() ? Integer.valueOf(text) : null;
    }
}
