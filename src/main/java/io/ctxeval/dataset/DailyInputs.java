package io.ctxeval.dataset;

import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.InputSpec;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/**
 * The inputs of a plan without the days of a range that aren't there.
 *
 * @param plan over what is there; each of its inputs must be
 * @param notes by index of an input of that plan, what is missing beside it
 */
record DailyInputs(EvaluationPlan plan, Map<Integer, String> notes) {
    /**
     * Looks which days there are.
     *
     * @param there whether anything lies at an input's path; asked of days of a range only
     * @throws InputRefused if of some range not a single day is there
     */
    static DailyInputs of(EvaluationPlan plan, Predicate<InputSpec> there) {
        Map<String, Days> byPath = new LinkedHashMap<>();
        List<InputSpec> inputs = new ArrayList<>();
        for (InputSpec input : plan.inputs()) {
            String series = input.series();
            if (series == null) {
                inputs.add(input);
                continue;
            }
            Days days = byPath.computeIfAbsent(series, any -> new Days());
            if (there.test(input)) {
                days.first = days.first < 0 ? inputs.size() : days.first;
                inputs.add(input.required());
            } else {
                days.missing.add(input.path());
            }
        }
        refuse(plan, byPath);
        Map<Integer, String> notes = new LinkedHashMap<>();
        byPath.forEach((path, days) -> {
            if (!days.missing.isEmpty()) {
                notes.put(days.first, DayFolders.absentDays(days(plan, path, days.missing)) + " (" + path + ")");
            }
        });
        return new DailyInputs(notes.isEmpty() && byPath.isEmpty() ? plan : plan.over(inputs), notes);
    }

    /** Whether anything lies where files of an input should; a source that Spark opens by name says so itself. */
    static boolean isThere(InputSpec input, Configuration configuration) {
        String format = input.format();
        boolean ours = format == null || Sniffer.kindOf(format) != null;
        return !ours || FileListing.isAny(input.path(), configuration);
    }

    private static final class Days {
        private int first = -1;
        private final List<String> missing = new ArrayList<>();
    }

    private static void refuse(EvaluationPlan plan, Map<String, Days> byPath) {
        List<String> problems = new ArrayList<>();
        byPath.forEach((path, days) -> {
            if (days.first < 0) {
                problems.add(path + ": nothing is there for any day of "
                        + (plan.dates() == null ? "the range" : plan.dates().text()) + ", such as "
                        + days.missing.get(0));
            }
        });
        if (!problems.isEmpty()) {
            throw new InputRefused(problems);
        }
    }

    private static List<LocalDate> days(EvaluationPlan plan, String series, List<String> missing) {
        List<LocalDate> days = new ArrayList<>();
        if (plan.dates() != null) {
            for (LocalDate day : plan.dates().days()) {
                if (missing.contains(series.replace("{date}", day.toString()))) {
                    days.add(day);
                }
            }
        }
        return days;
    }
}
