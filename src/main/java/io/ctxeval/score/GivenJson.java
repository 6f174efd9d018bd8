package io.ctxeval.score;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ctxeval.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value of a judgement that a row carries, with its place for messages. Strict: repeated keys, NaN and trailing text are
 * refused. Keys that nobody asks for are ignored.
 */
record GivenJson(String place, JsonNode node) {
    private static final int EXCERPT = 40;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * The whole judgement; null: the row has none (null or a blank text). A text holds the judgement's JSON, as in a CSV cell.
     */
    static @Nullable GivenJson read(@Nullable RawJson json) throws RefusedJudgement {
        if (json == null || json.json().isBlank()) {
            return null;
        }
        JsonNode node = parse(json.json());
        if (node.isTextual()) {
            if (node.textValue().isBlank()) {
                return null;
            }
            node = parse(node.textValue());
        }
        return node.isNull() ? null : new GivenJson("", node);
    }

    private static JsonNode parse(String json) throws RefusedJudgement {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw RefusedJudgement.unparseable("not JSON: " + e.getOriginalMessage() + ", found " + excerpt(json));
        }
    }

    /** The value of a key; null: absent or null. */
    @Nullable GivenJson field(String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull()
                ? null
                : new GivenJson(place.isEmpty() ? name : place + "." + name, value);
    }

    /** An element of a list; null: absent or null. */
    @Nullable GivenJson element(int index) {
        JsonNode value = node.get(index);
        return value == null || value.isNull() ? null : new GivenJson(place + "[" + index + "]", value);
    }

    /** The elements of a list. */
    List<GivenJson> elements(String expected) throws RefusedJudgement {
        if (!node.isArray()) {
            throw wrongType(expected);
        }
        List<GivenJson> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(new GivenJson(place + "[" + i + "]", node.get(i)));
        }
        return elements;
    }

    /** The elements of a list field; empty where it is absent or null. */
    List<GivenJson> elementsOf(String name, String expected) throws RefusedJudgement {
        GivenJson list = field(name);
        return list == null ? List.of() : list.elements(expected);
    }

    /** The text of a field; blank where it is absent or null. */
    String textOf(String name) throws RefusedJudgement {
        GivenJson text = field(name);
        return text == null ? "" : text.text();
    }

    String text() throws RefusedJudgement {
        if (!node.isTextual()) {
            throw wrongType("a text");
        }
        return node.textValue();
    }

    boolean flag() throws RefusedJudgement {
        if (!node.isBoolean()) {
            throw wrongType("true or false");
        }
        return node.booleanValue();
    }

    /** A number as a double; of one too large for that, infinity. */
    double number() throws RefusedJudgement {
        if (!node.isNumber()) {
            throw wrongType("a number");
        }
        return node.doubleValue();
    }

    /** An integer; null: something else, or one that no list is long enough for. */
    @Nullable Integer integer() {
        return node.isNumber() && node.canConvertToExactIntegral() && node.canConvertToInt() ? node.intValue() : null;
    }

    RefusedJudgement wrongType(String expected) {
        return RefusedJudgement.unparseable(complaint(expected));
    }

    RefusedJudgement wrongValue(String expected) {
        return RefusedJudgement.invalid(complaint(expected));
    }

    private String complaint(String expected) {
        return (place.isEmpty() ? "" : place + ": ") + "expected " + expected + ", found "
                + node.getNodeType().name().toLowerCase(Locale.ROOT) + " " + excerpt(node.toString());
    }

    private static String excerpt(String text) {
        return text.codePointCount(0, text.length()) <= EXCERPT
                ? text
                : text.substring(0, text.offsetByCodePoints(0, EXCERPT)) + "…";
    }
}
