package io.ctxeval.score;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fields that the data lack and metrics need.
 *
 * @param metrics ids by the field, or the fields of which one would do, as a text: {@code trace_events or budget_ledger}; a
 *     metric that needs several stands at each
 */
public record MissingFields(Map<String, List<String>> metrics) {
    public MissingFields {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /**
     * What keeps metrics of the catalog away.
     *
     * @param asked ids that are looked at; empty: all
     * @param filled fields that the data have
     */
    public static MissingFields of(MetricCatalog catalog, List<String> asked, Set<Field> filled) {
        Map<String, List<String>> metrics = new LinkedHashMap<>();
        for (Metric metric : catalog.all()) {
            if (!asked.isEmpty() && !asked.contains(metric.id())) {
                continue;
            }
            metric.needs().stream()
                    .filter(field -> !filled.contains(field))
                    .sorted()
                    .forEach(field -> metrics.computeIfAbsent(field.code(), absent -> new ArrayList<>())
                            .add(metric.id()));
            Set<Field> oneOf = metric.needsOneOf();
            if (!oneOf.isEmpty() && Collections.disjoint(oneOf, filled)) {
                metrics.computeIfAbsent(
                                oneOf.stream().sorted().map(Field::code).collect(Collectors.joining(" or ")),
                                absent -> new ArrayList<>())
                        .add(metric.id());
            }
        }
        return new MissingFields(metrics);
    }

    /** A line for each: {@code no output: ctx_waste, support are left out}. */
    public List<String> sentences() {
        return metrics.entrySet().stream()
                .map(missing -> "no " + missing.getKey() + ": " + String.join(", ", missing.getValue())
                        + (missing.getValue().size() == 1 ? " is left out" : " are left out"))
                .toList();
    }

    /** Ids of all metrics that lack a field. */
    public Set<String> ids() {
        Set<String> ids = new LinkedHashSet<>();
        metrics.values().forEach(ids::addAll);
        return ids;
    }
}
