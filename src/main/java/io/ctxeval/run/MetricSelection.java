package io.ctxeval.run;

import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.Field;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a run, known before any job starts, and those left out with the reason.
 *
 * @param metrics in the catalog's order
 * @param leftOut metric id to the reason; only metrics that nobody named
 */
record MetricSelection(List<Metric> metrics, Map<String, String> leftOut) {

    private static final String UNJUDGED = "judge.kind is none; choose a judge, such as embedded";

    /** Metrics that the data have all for and nobody judges; none where metrics were named. */
    List<String> unjudged() {
        return leftOut.entrySet().stream()
                .filter(entry -> entry.getValue().equals(UNJUDGED))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Chooses among the catalog.
     *
     * @param asked ids; empty: all that the data allow
     * @param filled fields that at least one input's first records fill
     * @throws PlanRefused if a metric that was named can't be computed, or nothing is left
     */
    static MetricSelection of(MetricCatalog catalog, List<String> asked, boolean judged, Set<Field> filled)
            throws PlanRefused {
        List<Metric> chosen = new ArrayList<>();
        Map<String, String> leftOut = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (Metric metric : catalog.all()) {
            if (!asked.isEmpty() && !asked.contains(metric.id())) {
                continue;
            }
            String obstacle = obstacle(metric, judged, filled);
            if (obstacle == null) {
                chosen.add(metric);
            } else if (asked.isEmpty()) {
                leftOut.put(metric.id(), obstacle);
            } else {
                problems.add("metrics: " + metric.id() + " can't be computed: " + obstacle);
            }
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        return new MetricSelection(chosen, leftOut);
    }

    private static @Nullable String obstacle(Metric metric, boolean judged, Set<Field> filled) {
        Set<String> missing = new TreeSet<>();
        for (Field field : metric.needs()) {
            if (!filled.contains(field)) {
                missing.add(field.code());
            }
        }
        if (!missing.isEmpty()) {
            return unfilled(String.join(", ", missing));
        }
        Set<Field> oneOf = metric.needsOneOf();
        if (!oneOf.isEmpty() && Collections.disjoint(oneOf, filled)) {
            return unfilled(oneOf.stream().sorted().map(Field::code).collect(Collectors.joining(" or ")));
        }
        return metric instanceof JudgedMetric && !judged ? UNJUDGED : metric.unavailable();
    }

    private static String unfilled(String fields) {
        return "no input fills " + fields + " in its first 1,000 records; map a column to it (see ctxeval inspect)";
    }
}
