package io.ctxeval.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.table.RecordFile;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/** Entries as JSON. What they must have and don't is an {@link IOException} that names the field: a reader skips the file. */
final class NightJson {
    private NightJson() {}

    static String write(NightEntry entry) {
        return RecordFile.pretty(entry);
    }

    static NightEntry read(String json) throws IOException {
        try {
            JsonNode entry = RecordFile.read(json, JsonNode.class);
            requireWhole(entry);
            return RecordFile.read(json, NightEntry.class);
        } catch (JsonProcessingException malformed) {
            throw new IOException(
                    "is no whole JSON"
                            + (malformed.getLocation() == null
                                    ? ""
                                    : ", line " + malformed.getLocation().getLineNr()),
                    malformed);
        }
    }

    private static void requireWhole(JsonNode entry) throws IOException {
        if (!entry.isObject()) {
            throw new IOException("is no JSON object");
        }
        require(entry.path("format").isInt(), "format", "a number");
        if (entry.path("format").intValue() != NightEntry.FORMAT) {
            throw new IOException(
                    "has format " + entry.path("format").intValue() + "; this version reads " + NightEntry.FORMAT);
        }
        requireTexts("", entry, List.of("job", "run_id", "night", "verdict"));
        for (String time : List.of("at", "started_at", "finished_at")) {
            require(isTime(entry.path(time)), time, "a time such as 2026-11-30T02:00:00Z");
        }
        require(entry.path("exit_code").isInt(), "exit_code", "a number");
        require(!entry.has("regressed") || entry.path("regressed").isBoolean(), "regressed", "true or false");
        JsonNode judge = entry.path("judge");
        require(judge.isObject(), "judge", "an object");
        requireTexts("judge.", judge, List.of("kind"));
        require(judge.path("model_versions").isObject(), "judge.model_versions", "an object");
        require(judge.path("prompts").isObject(), "judge.prompts", "an object");
        JsonNode figures = entry.path("figures");
        require(figures.isArray(), "figures", "a list");
        for (int i = 0; i < figures.size(); i++) {
            requireTexts("figures[" + i + "].", figures.get(i), List.of("group", "metric", "version"));
        }
    }

    private static void requireTexts(String prefix, JsonNode node, List<String> fields) throws IOException {
        for (String field : fields) {
            require(node.path(field).isTextual(), prefix + field, "a text");
        }
    }

    private static void require(boolean holds, String field, String expected) throws IOException {
        if (!holds) {
            throw new IOException("the field " + field + " is missing or is not " + expected);
        }
    }

    private static boolean isTime(JsonNode node) {
        try {
            Instant.parse(node.asText());
            return node.isTextual();
        } catch (DateTimeException none) {
            return false;
        }
    }
}
