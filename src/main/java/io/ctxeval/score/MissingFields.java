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
 * @param rankings ids of those that measure a ranking, which are many: sentences name them together
 */
public record MissingFields(Map<String, List<String>> metrics, Set<String> rankings) {
    private static final String RANKINGS = "the retrieval measures";
    private static final int FEW = 2;

    public MissingFields {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        rankings = Set.copyOf(rankings);
    }

    /**
     * What keeps metrics of the catalog away.
     *
     * @param asked ids that are looked at; empty: all
     * @param filled fields that the data have
     */
    public static MissingFields of(MetricCatalog catalog, List<String> asked, Set<Field> filled) {
        Map<String, List<String>> metrics = new LinkedHashMap<>();
        Set<String> rankings = new LinkedHashSet<>();
        for (Metric metric : catalog.all()) {
            if (!asked.isEmpty() && !asked.contains(metric.id())) {
                continue;
            }
            if (metric instanceof RankingMetric) {
                rankings.add(metric.id());
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
        return new MissingFields(metrics, rankings);
    }

    /** A line for each: {@code no output: ctx_waste, support are left out}. */
    public List<String> sentences() {
        Map<String, List<String>> fieldsByNames = new LinkedHashMap<>();
        metrics.forEach((field, ids) -> fieldsByNames
                .computeIfAbsent(names(ids), names -> new ArrayList<>())
                .add(field));
        List<String> sentences = new ArrayList<>();
        fieldsByNames.forEach((names, fields) -> {
            // many measures lack the same: one line says so
            List<String> together = names.equals(RANKINGS) ? List.of(String.join(", ", fields)) : fields;
            boolean many = names.equals(RANKINGS) || names.contains(", ");
            together.forEach(
                    field -> sentences.add("no " + field + ": " + names + (many ? " are left out" : " is left out")));
        });
        return sentences;
    }

    private String names(List<String> ids) {
        List<String> names = ids.stream().filter(id -> !rankings.contains(id)).collect(Collectors.toList());
        List<String> measures = ids.stream().filter(rankings::contains).toList();
        if (measures.size() > FEW) {
            names.add(RANKINGS);
        } else {
            names.addAll(measures);
        }
        return String.join(", ", names);
    }

    /** Ids of all metrics that lack a field. */
    public Set<String> ids() {
        Set<String> ids = new LinkedHashSet<>();
        metrics.values().forEach(ids::addAll);
        return ids;
    }
}
