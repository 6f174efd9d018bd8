package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The strict subset of JSON schemas that providers share, written down a second time. */
final class StrictSchema {
    private StrictSchema() {}

    static List<String> problems(JsonNode schema) {
        List<String> problems = new ArrayList<>();
        visit(schema, problems);
        return problems;
    }

    private static void visit(JsonNode schema, List<String> problems) {
        switch (schema.path("type").asText()) {
            case "object" -> {
                List<String> names = new ArrayList<>();
                schema.path("properties").fieldNames().forEachRemaining(names::add);
                List<String> required = new ArrayList<>();
                schema.path("required").forEach(name -> required.add(name.asText()));
                if (!names.equals(required)) {
                    problems.add(names + " but required are " + required);
                }
                if (!schema.path("additionalProperties").isBoolean()
                        || schema.path("additionalProperties").asBoolean()) {
                    problems.add("additionalProperties of " + names);
                }
                schema.path("properties").forEach(property -> visit(property, problems));
            }
            case "array" -> visit(schema.path("items"), problems);
            case "string", "integer", "boolean" -> {}
            default -> problems.add("type of " + schema);
        }
    }
}
