package io.ctxeval.judge.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.judge.Question;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question as one JSON document on one line: {@code {"task", "input"?, "output"?, "aspects"?, "as_of"?, "max_aspects"?,
 * "chunks"?}} (metrics.md 5.1). It is what a judge is shown between the fences, and it is complete: every question is read back
 * exactly, half surrogate pairs included, also after a journey as UTF-8.
 */
public final class QuestionDocument {
    private QuestionDocument() {}

    /** The document; equal questions have equal ones. */
    public static String write(Question question) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("task", JudgeStep.of(question).code());
        if (question instanceof Question.Waste asked) {
            putIfPresent(document, "input", asked.input());
            document.put("output", asked.output());
            putChunks(document, asked.chunks());
        } else if (question instanceof Question.Usage asked) {
            putIfPresent(document, "input", asked.input());
            document.put("output", asked.output());
            putChunks(document, asked.chunks());
        } else if (question instanceof Question.Relations asked) {
            putChunks(document, asked.chunks());
        } else if (question instanceof Question.Decompose asked) {
            document.put("input", asked.input());
            putIfPresent(document, "as_of", asked.asOf());
            document.put("max_aspects", asked.maxAspects());
        } else if (question instanceof Question.Grade asked) {
            document.put("input", asked.input());
            putNumbered(document.putArray("aspects"), "description", asked.aspects());
            putIfPresent(document, "as_of", asked.asOf());
            putChunks(document, asked.chunks());
        } else if (question instanceof Question.Assess asked) {
            document.put("input", asked.input());
            putIfPresent(document, "as_of", asked.asOf());
            document.put("max_aspects", asked.maxAspects());
            putChunks(document, asked.chunks());
        }
        return JsonText.of(document);
    }

    /**
     * The question of a document.
     *
     * @throws IllegalArgumentException if the text is no document of that step
     */
    public static Question read(JudgeStep step, String text) {
        JsonNode document = parsed(text);
        String task = document.path("task").asText();
        if (!task.equals(step.code())) {
            throw new IllegalArgumentException("expected a document of step " + step.code() + ", found task: " + task);
        }
        return switch (step) {
            case WASTE -> new Question.Waste(chunks(document), text(document, "output"), optional(document, "input"));
            case USAGE -> new Question.Usage(chunks(document), text(document, "output"), optional(document, "input"));
            case RELATIONS -> new Question.Relations(chunks(document));
            case DECOMPOSE ->
                new Question.Decompose(text(document, "input"), optional(document, "as_of"), maxAspects(document));
            case GRADE ->
                new Question.Grade(
                        text(document, "input"),
                        texts(document, "aspects", "description"),
                        chunks(document),
                        optional(document, "as_of"));
            case ASSESS ->
                new Question.Assess(
                        text(document, "input"), chunks(document), optional(document, "as_of"), maxAspects(document));
        };
    }

    /** A chunk as it stands in a document. */
    static String chunkText(int id, String text) {
        return JsonText.of(numbered(id, "text", text));
    }

    private static void putIfPresent(ObjectNode document, String name, @Nullable String text) {
        if (text != null) {
            document.put(name, text);
        }
    }

    private static void putChunks(ObjectNode document, List<String> chunks) {
        putNumbered(document.putArray("chunks"), "text", chunks);
    }

    private static void putNumbered(ArrayNode list, String name, List<String> texts) {
        for (int id = 0; id < texts.size(); id++) {
            list.add(numbered(id, name, texts.get(id)));
        }
    }

    private static ObjectNode numbered(int id, String name, String text) {
        return JsonNodeFactory.instance.objectNode().put("id", id).put(name, text);
    }

    private static JsonNode parsed(String text) {
        try {
            return JsonText.DOCUMENTS.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no document of a question: " + e.getOriginalMessage(), e);
        }
    }

    private static List<String> chunks(JsonNode document) {
        return texts(document, "chunks", "text");
    }

    private static List<String> texts(JsonNode document, String list, String name) {
        List<String> texts = new ArrayList<>();
        document.path(list).forEach(element -> texts.add(text(element, name)));
        return texts;
    }

    private static String text(JsonNode document, String name) {
        String text = optional(document, name);
        if (text == null) {
            throw new IllegalArgumentException("document of a question without " + name);
        }
        return text;
    }

    private static @Nullable String optional(JsonNode document, String name) {
        return document.path(name).textValue();
    }

    private static int maxAspects(JsonNode document) {
        return document.path("max_aspects").intValue();
    }
}
