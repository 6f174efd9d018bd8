package io.ctxeval.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.ctxeval.json.RawJson;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.trace.AgentTrace;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A whole canonical record as JSON, for tables of what files come to: every field that isn't null. A text of more than 60 code
 * points is shown as its first 30, its last 10, its length and the head of the SHA-256 of its UTF-8 bytes.
 */
final class Shown {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST = 60;
    private static final int HEAD = 30;
    private static final int TAIL = 10;
    private static final int DIGITS = 12;
    private static final int DOCUMENTS = 10;

    private Shown() {}

    static String of(CanonicalRecord record) {
        ObjectNode shown = JSON.createObjectNode();
        shown.put("sample_id", record.sampleId() + (record.idDerived() ? " (derived)" : ""));
        RagSample sample = record.sample();
        if (sample != null) {
            text(shown, "input", sample.input());
            text(shown, "output", sample.output());
            if (sample.context() instanceof RetrievedContext.Chunks chunks) {
                list(shown, "context", chunks.chunks().stream().map(Chunk::text).toList());
            } else if (sample.context() instanceof RetrievedContext.Unusable unusable) {
                shown.put("context", "unusable: " + unusable.reason());
            }
            list(shown, "reference", sample.reference());
            list(shown, "reference_context", sample.referenceContext());
            text(shown, "as_of", sample.asOf());
            list(shown, "aspects", sample.aspects());
            retrieval(shown, sample.retrieval());
        }
        AgentTrace trace = record.trace();
        for (Map.Entry<String, String> dimension : new TreeMap<>(record.dimensions()).entrySet()) {
            shown.set(dimension.getKey(), dimensionOf(dimension.getValue()));
        }
        if (trace != null) {
            raw(shown, "trace_events", trace.events());
            raw(shown, "agent_order", trace.agentOrder());
            raw(shown, "budget_ledger", trace.budgetLedger());
        }
        return shown.toPrettyString();
    }

    /** Lists and labels of more than ten documents are shown as the text of their JSON. */
    private static void retrieval(ObjectNode into, @Nullable Retrieval retrieval) {
        if (retrieval == null) {
            return;
        }
        if (retrieval.labels() != null) {
            into.set("relevance", brief(JSON.valueToTree(retrieval.labels())));
        }
        if (retrieval.ids() != null) {
            into.set("retrieved_ids", brief(JSON.valueToTree(retrieval.ids())));
        }
        if (retrieval.groups() != null) {
            into.set("reference_groups", brief(JSON.valueToTree(retrieval.groups())));
        }
    }

    private static JsonNode brief(JsonNode documents) {
        return documents.size() > DOCUMENTS ? new TextNode(shortened(documents.toString())) : documents;
    }

    private static JsonNode dimensionOf(String value) {
        return value.startsWith("[") ? shortened(parsed(value)) : new TextNode(shortened(value));
    }

    private static void text(ObjectNode into, String name, @Nullable String text) {
        if (text != null) {
            into.put(name, shortened(text));
        }
    }

    private static void list(ObjectNode into, String name, @Nullable List<String> texts) {
        if (texts != null) {
            ArrayNode list = into.putArray(name);
            texts.forEach(text -> list.add(shortened(text)));
        }
    }

    private static void raw(ObjectNode into, String name, @Nullable RawJson value) {
        if (value != null) {
            into.set(name, shortened(parsed(value.json())));
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    private static JsonNode shortened(JsonNode value) {
        if (value.isTextual()) {
            return new TextNode(shortened(value.textValue()));
        } else if (value.isArray()) {
            ArrayNode list = JSON.createArrayNode();
            value.forEach(item -> list.add(shortened(item)));
            return list;
        } else if (value.isObject()) {
            ObjectNode object = JSON.createObjectNode();
            value.properties().forEach(entry -> object.set(entry.getKey(), shortened(entry.getValue())));
            return object;
        }
        return value;
    }

    private static String shortened(String text) {
        int[] points = text.codePoints().toArray();
        if (points.length <= LONGEST) {
            return text;
        }
        return new String(points, 0, HEAD) + "…" + new String(points, points.length - TAIL, TAIL) + " #" + points.length
                + " " + hash(text);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
