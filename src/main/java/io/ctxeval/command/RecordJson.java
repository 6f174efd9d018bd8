package io.ctxeval.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.json.RawJson;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.table.Numbers;
import io.ctxeval.trace.AgentTrace;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A canonical record as one line of JSON (product.md 6). Values that came as JSON keep their spelling. */
final class RecordJson {
    private static final JsonFactory JSON = new JsonFactory();

    /** Lists that stand beside the groups. */
    private static final Set<String> LABELS = Set.of("retrieved_ids", "relevance");

    private final JsonGenerator json;

    private RecordJson(JsonGenerator json) {
        this.json = json;
    }

    static String line(CanonicalRecord record) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            new RecordJson(json).write(record);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return line.toString();
    }

    private void write(CanonicalRecord record) throws IOException {
        RagSample sample = record.sample();
        AgentTrace trace = record.trace();
        json.writeStartObject();
        json.writeStringField("sample_id", record.sampleId());
        json.writeStringField("input", sample == null ? null : sample.input());
        json.writeStringField("output", sample == null ? null : sample.output());
        list("context", sample == null ? null : chunks(sample.context()));
        list("reference", sample == null ? null : sample.reference());
        list("reference_context", sample == null ? null : sample.referenceContext());
        groups(record.dimensions());
        if (sample != null && sample.retrieval() != null) {
            joined(sample.retrieval(), record.dimensions());
        }
        if (trace != null) {
            raw("trace_events", trace.events());
            raw("agent_order", trace.agentOrder());
            raw("budget_ledger", trace.budgetLedger());
        }
        json.writeEndObject();
    }

    private static @Nullable List<String> chunks(@Nullable RetrievedContext context) {
        return context instanceof RetrievedContext.Chunks given
                ? given.chunks().stream().map(Chunk::text).toList()
                : null;
    }

    private void list(String name, @Nullable List<String> texts) throws IOException {
        json.writeFieldName(name);
        if (texts == null) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private void groups(Map<String, String> dimensions) throws IOException {
        json.writeObjectFieldStart("groups");
        for (Map.Entry<String, String> group : dimensions.entrySet()) {
            if (!LABELS.contains(group.getKey())) {
                json.writeStringField(group.getKey(), group.getValue());
            }
        }
        json.writeEndObject();
        for (String label : List.of("retrieved_ids", "relevance")) {
            String value = dimensions.get(label);
            if (value != null) {
                raw(label, RawJson.of(value));
            }
        }
    }

    /** What was joined from other files stands in no column. */
    private void joined(Retrieval retrieval, Map<String, String> dimensions) throws IOException {
        if (retrieval.ids() != null && !dimensions.containsKey("retrieved_ids")) {
            list("retrieved_ids", retrieval.ids());
        }
        if (retrieval.labels() != null && !dimensions.containsKey("relevance")) {
            json.writeObjectFieldStart("relevance");
            for (Map.Entry<String, Double> label : retrieval.labels().entrySet()) {
                json.writeFieldName(label.getKey());
                json.writeRawValue(Numbers.shortest(label.getValue()));
            }
            json.writeEndObject();
        }
    }

    private void raw(String name, @Nullable RawJson value) throws IOException {
        if (value != null) {
            json.writeFieldName(name);
            // line breaks stand between JSON's tokens only: inside a text they are escaped
            json.writeRawValue(value.json().replace('\n', ' ').replace('\r', ' '));
        }
    }
}
