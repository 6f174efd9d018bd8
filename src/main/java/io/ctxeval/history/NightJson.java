package io.ctxeval.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.plan.OneLine;
import io.ctxeval.score.Scale;
import io.ctxeval.table.Numbers;
import io.ctxeval.table.RecordFile;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Entries as JSON. What they must have and don't is an {@link IOException} that names the field: a reader skips the file. */
final class NightJson {
    private static final Scale ANY = new Scale(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
    private static final String COUNT = "a whole number from 0";
    private static final int MOST_EXIT_CODE = 5;

    /** The mean of rows that all have the end of the scale may miss it by a bit. */
    private static final double ROUNDING = 1e-9;

    private NightJson() {}

    static String write(NightEntry entry) {
        return RecordFile.pretty(entry);
    }

    static NightEntry read(String json, Function<String, Optional<Scale>> scales) throws IOException {
        try {
            JsonNode entry = RecordFile.read(json, JsonNode.class);
            requireWhole(entry, scales);
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

    private static void requireWhole(JsonNode entry, Function<String, Optional<Scale>> scales) throws IOException {
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
        requireOrNull(entry, "", "date", JsonNode::isTextual, "a text");
        require(
                isWhole(entry.path("exit_code"), MOST_EXIT_CODE),
                "exit_code",
                "a whole number from 0 to " + MOST_EXIT_CODE);
        require(!entry.has("regressed") || entry.path("regressed").isBoolean(), "regressed", "true or false");
        JsonNode judge = entry.path("judge");
        require(judge.isObject(), "judge", "an object");
        requireTexts("judge.", judge, List.of("kind"));
        require(judge.path("model_versions").isObject(), "judge.model_versions", "an object");
        require(judge.path("prompts").isObject(), "judge.prompts", "an object");
        requireOrNull(judge, "judge.", "model", JsonNode::isTextual, "a text");
        for (Map.Entry<String, JsonNode> version : judge.path("model_versions").properties()) {
            require(isWhole(version.getValue(), Long.MAX_VALUE), "judge.model_versions." + version.getKey(), COUNT);
        }
        requireTexts("judge.prompts.", judge.path("prompts"), names(judge.path("prompts")));
        JsonNode figures = entry.path("figures");
        require(figures.isArray(), "figures", "a list");
        for (int i = 0; i < figures.size(); i++) {
            requireFigure("figures[" + i + "].", figures.get(i), scales);
        }
    }

    /** A figure that no night can have found would be a baseline like any other: a text is read as a number, and one wrong mean moves a median. */
    private static void requireFigure(String prefix, JsonNode figure, Function<String, Optional<Scale>> scales)
            throws IOException {
        requireTexts(prefix, figure, List.of("group", "metric", "version"));
        requireOrNull(figure, prefix, "judge", JsonNode::isTextual, "a text");
        require(isWhole(figure.path("rows"), Long.MAX_VALUE), prefix + "rows", COUNT);
        long rows = figure.path("rows").longValue();
        require(isWhole(figure.path("ok"), rows), prefix + "ok", "a whole number from 0 to rows, " + rows);
        Scale scale = scales.apply(figure.path("metric").textValue()).orElse(ANY);
        requireOrNull(figure, prefix, "mean", node -> isWithin(node, scale.least(), scale.most()), range(scale));
        requireOrNull(figure, prefix, "coverage", node -> isWithin(node, 0, 1), "a number from 0 to 1");
        boolean scored = figure.path("ok").longValue() > 0;
        require(
                figure.hasNonNull("mean") == scored,
                prefix + "mean",
                scored ? range(scale) : "null, as no row has a score");
    }

    private static String range(Scale scale) {
        String from = Double.isInfinite(scale.least()) ? "" : " from " + Numbers.shortest(scale.least());
        return "a number" + from + (scale.bounded() ? " to " + Numbers.shortest(scale.most()) : "");
    }

    private static boolean isWithin(JsonNode node, double least, double most) {
        double value = node.doubleValue();
        return node.isNumber() && Double.isFinite(value) && value >= least - ROUNDING && value <= most + ROUNDING;
    }

    private static boolean isWhole(JsonNode node, long most) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0 && node.longValue() <= most;
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    private static void requireOrNull(
            JsonNode node, String prefix, String field, Predicate<JsonNode> holds, String expected) throws IOException {
        JsonNode value = node.path(field);
        if (!value.isMissingNode() && !value.isNull() && !holds.test(value)) {
            throw wrong(prefix + field, value, expected);
        }
    }

    private static IOException wrong(String field, JsonNode found, String expected) {
        return new IOException("the field " + field + " is " + OneLine.of(found.toString()) + ", not " + expected);
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
