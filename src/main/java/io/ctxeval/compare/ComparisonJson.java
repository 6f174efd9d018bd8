package io.ctxeval.compare;

import com.fasterxml.jackson.core.JsonGenerator;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.table.JsonValues;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison as {@code compare --json} prints it (product.md 6). Metrics' figures have the names, units and nulls of the table
 * {@code comparison}.
 *
 * <pre>{@code
 * {"base": "v1", "candidate": "v2", "clustered": false,
 *  "refused": false, "refusals": [{"code": …, "sentence": …}],
 *  "metrics": {NAME: {"n_pairs": …, "mean": …, …}},
 *  "slices": [{"group": "lang=de", "metrics": {NAME: {…}}}]}
 * }</pre>
 */
public final class ComparisonJson {
    private ComparisonJson() {}

    /** One object in one line: the comparison itself, or {@code {"comparisons": […]}} if there are several or none. */
    public static String text(List<Comparison> comparisons) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonValues.generator(text)) {
            if (comparisons.size() == 1) {
                write(json, comparisons.get(0));
            } else {
                json.writeStartObject();
                json.writeArrayFieldStart("comparisons");
                for (Comparison comparison : comparisons) {
                    write(json, comparison);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory takes every character", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Comparison comparison) throws IOException {
        json.writeStartObject();
        json.writeStringField("base", comparison.base());
        json.writeStringField("candidate", comparison.candidate());
        json.writeBooleanField("clustered", comparison.clustered());
        json.writeBooleanField("refused", comparison.refused());
        json.writeArrayFieldStart("refusals");
        for (Refusal refusal : comparison.refusals()) {
            json.writeStartObject();
            json.writeStringField("code", refusal.code());
            json.writeStringField("sentence", refusal.sentence());
            json.writeEndObject();
        }
        json.writeEndArray();
        Map<GroupKey, Map<String, MetricComparison>> groups = byGroup(comparison);
        writeMetrics(json, groups.getOrDefault(GroupKey.WHOLE, Map.of()));
        groups.remove(GroupKey.WHOLE);
        json.writeArrayFieldStart("slices");
        for (Map.Entry<GroupKey, Map<String, MetricComparison>> slice : groups.entrySet()) {
            json.writeStartObject();
            json.writeStringField("group", slice.getKey().text());
            writeMetrics(json, slice.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static Map<GroupKey, Map<String, MetricComparison>> byGroup(Comparison comparison) {
        Map<GroupKey, Map<String, MetricComparison>> groups = new LinkedHashMap<>();
        for (MetricComparison metric : comparison.metrics()) {
            groups.computeIfAbsent(metric.group(), key -> new LinkedHashMap<>())
                    .put(metric.rule().metric(), metric);
        }
        return groups;
    }

    private static void writeMetrics(JsonGenerator json, Map<String, MetricComparison> metrics) throws IOException {
        json.writeObjectFieldStart("metrics");
        for (Map.Entry<String, MetricComparison> metric : metrics.entrySet()) {
            json.writeFieldName(metric.getKey());
            JsonValues.writeObject(json, ComparisonTable.FIGURES, ComparisonTable.figures(metric.getValue()));
        }
        json.writeEndObject();
    }
}
