package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.text.Sha256;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The reply schemas. Every property is required and no other is allowed; no limits of numbers or lengths, nothing optional or
 * conditional. Evidence stands before the verdict that rests on it, in the order in which a model writes.
 */
public final class ReplySchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<JudgeStep, ReplySchema> IN_USE = new EnumMap<>(JudgeStep.class);

    static {
        for (JudgeStep step : JudgeStep.values()) {
            String json = JsonText.of(schema(step));
            IN_USE.put(step, new ReplySchema(step, step.code() + "_verdict", json, Sha256.hex(json)));
        }
    }

    private ReplySchemas() {}

    /** Every schema in use, for the manifest of a run. */
    public static List<ReplySchema> all() {
        return List.copyOf(IN_USE.values());
    }

    /** The schema of a step. */
    public static ReplySchema of(JudgeStep step) {
        return Objects.requireNonNull(IN_USE.get(step));
    }

    private static JsonNode schema(JudgeStep step) {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        switch (step) {
            case WASTE -> {
                properties.put("chunks", listOf(chunk()));
                putRelations(properties);
            }
            case USAGE -> properties.put("chunks", listOf(chunk()));
            case RELATIONS -> putRelations(properties);
            case DECOMPOSE -> {
                properties.put("needs_information", type("boolean"));
                properties.put("aspects", listOf(object(Map.of("description", type("string")))));
            }
            case GRADE -> properties.put("aspects", listOf(grade("id", "integer")));
            case ASSESS -> {
                properties.put("needs_information", type("boolean"));
                properties.put("aspects", listOf(grade("description", "string")));
            }
        }
        properties.put("explanation", type("string"));
        return object(properties);
    }

    private static JsonNode chunk() {
        Map<String, JsonNode> quotes = new LinkedHashMap<>();
        quotes.put("chunk_quote", type("string"));
        quotes.put("output_part", type("string"));
        Map<String, JsonNode> chunk = new LinkedHashMap<>();
        chunk.put("id", type("integer"));
        chunk.put("evidence", listOf(object(quotes)));
        chunk.put("used", type("boolean"));
        return object(chunk);
    }

    private static void putRelations(Map<String, JsonNode> properties) {
        Map<String, JsonNode> pair = new LinkedHashMap<>();
        pair.put("a", type("integer"));
        pair.put("b", type("integer"));
        pair.put("reason", type("string"));
        properties.put("redundant_groups", listOf(listOf(type("integer"))));
        properties.put("contradictory_pairs", listOf(object(pair)));
    }

    private static JsonNode grade(String subject, String subjectType) {
        Map<String, JsonNode> citation = new LinkedHashMap<>();
        citation.put("chunk_id", type("integer"));
        citation.put("quote", type("string"));
        ObjectNode status = type("string");
        status.putArray("enum").add("covered").add("partial").add("missing");
        Map<String, JsonNode> grade = new LinkedHashMap<>();
        grade.put(subject, type(subjectType));
        grade.put("evidence", listOf(object(citation)));
        grade.put("status", status);
        grade.put("missing_detail", type("string"));
        return object(grade);
    }

    private static ObjectNode type(String type) {
        return NODES.objectNode().put("type", type);
    }

    private static JsonNode listOf(JsonNode items) {
        return type("array").set("items", items);
    }

    private static JsonNode object(Map<String, JsonNode> properties) {
        ObjectNode object = type("object");
        object.putObject("properties").setAll(properties);
        ArrayNode required = object.putArray("required");
        properties.keySet().forEach(required::add);
        return object.put("additionalProperties", false);
    }
}
