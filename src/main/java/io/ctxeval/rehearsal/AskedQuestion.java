package io.ctxeval.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.judge.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question as its data document states it (metrics.md 5.1).
 *
 * @param ids of the chunks, by position
 */
record AskedQuestion(Question question, List<Integer> ids) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_ASPECTS = 12;

    AskedQuestion {
        ids = List.copyOf(ids);
    }

    /** Empty if the document is none that a judge of ours is asked. */
    static Optional<AskedQuestion> of(String document) {
        JsonNode read;
        try {
            read = JSON.readTree(document);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        List<Integer> ids = new ArrayList<>();
        List<String> chunks = new ArrayList<>();
        for (JsonNode chunk : read.path("chunks")) {
            ids.add(chunk.path("id").asInt(ids.size()));
            chunks.add(chunk.path("text").asText());
        }
        return Optional.ofNullable(question(read, chunks)).map(question -> new AskedQuestion(question, ids));
    }

    private static @Nullable Question question(JsonNode read, List<String> chunks) {
        String input = text(read, "input");
        String asked = input == null ? "" : input;
        String output = read.path("output").asText();
        String asOf = text(read, "as_of");
        int most = read.path("max_aspects").asInt(MOST_ASPECTS);
        return switch (read.path("task").asText()) {
            case "waste" -> new Question.Waste(chunks, output, input);
            case "usage" -> new Question.Usage(chunks, output, input);
            case "relations" -> new Question.Relations(chunks);
            case "decompose" -> new Question.Decompose(asked, asOf, most);
            case "grade" -> new Question.Grade(asked, aspects(read), chunks, asOf);
            case "assess" -> new Question.Assess(asked, chunks, asOf, most);
            default -> null;
        };
    }

    /** Aspects stand as texts or as objects with a description. */
    private static List<String> aspects(JsonNode read) {
        List<String> aspects = new ArrayList<>();
        for (JsonNode aspect : read.path("aspects")) {
            aspects.add(
                    aspect.isTextual()
                            ? aspect.asText()
                            : aspect.path("description").asText());
        }
        return aspects;
    }

    private static @Nullable String text(JsonNode read, String field) {
        JsonNode value = read.get(field);
        return value == null || value.isNull() ? null : value.asText();
    }
}
