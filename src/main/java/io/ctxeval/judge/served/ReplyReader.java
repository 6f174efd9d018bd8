package io.ctxeval.judge.served;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ctxeval.judge.Question;
import io.ctxeval.score.Status;
import java.io.CharArrayReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a judge's reply, in this order (metrics.md 5.3): the whole reply as JSON; its one fenced block; the last top-level object
 * that has the step's shape. Keys are unique, NaN and Infinity are refused; the one repair is a trailing comma. Never throws,
 * whatever the text, and takes time in proportion to its length.
 */
public final class ReplyReader {
    /** Characters of a reply; the body that it came in is bounded before. */
    static final int LONGEST = 8 << 20;

    /** Openings of objects that are tried in prose; a reply has one or two. */
    private static final int MOST_OPENINGS = 1_000;

    /** Characters parsed in prose, as a multiple of the reply: openings inside of broken objects are tried again. */
    private static final int MOST_PASSES = 20;

    /** As strict as {@link JsonText#MAPPER} but for a trailing comma, which never changes what a strict text says. */
    private static final JsonMapper STRICT = JsonText.MAPPER
            .rebuild()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private static final JsonMapper PREFIX = STRICT.rebuild()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String FENCE = "```";

    /** Characters at the start of a line in which a fence may stand. */
    private static final int LONGEST_FENCE = 40;

    private ReplyReader() {}

    /** What the text of a reply says in answer to a question. */
    public static Parsed read(Question question, String text) {
        if (text.length() > LONGEST) {
            return unparseable("the reply is longer than " + LONGEST + " characters");
        }
        String reply = withoutMark(text).strip();
        if (reply.isEmpty()) {
            return unparseable("the reply is empty; expected one JSON object");
        }
        JudgeStep step = JudgeStep.of(question);
        JsonNode whole = parsed(reply);
        if (whole != null) {
            return read(step, whole);
        }
        JsonNode fenced = fenced(reply);
        if (fenced != null && read(step, fenced) instanceof Parsed.Judgement judgement) {
            return judgement;
        }
        return lastOf(step, objectsIn(reply));
    }

    private static Parsed lastOf(JudgeStep step, List<JsonNode> objects) {
        for (int i = objects.size() - 1; i >= 0; i--) {
            if (read(step, objects.get(i)) instanceof Parsed.Judgement judgement) {
                return judgement;
            }
        }
        return objects.isEmpty()
                ? unparseable("no complete JSON object in the reply; expected one, with unique keys and plain numbers")
                : read(step, objects.get(objects.size() - 1));
    }

    private static Parsed read(JudgeStep step, JsonNode json) {
        try {
            return new Parsed.Judgement(ReplyShape.verdict(step, json));
        } catch (MalformedReply malformed) {
            return malformed.unreadable();
        }
    }

    private static @Nullable JsonNode parsed(String text) {
        try {
            JsonNode json = STRICT.readTree(text);
            return json == null || json.isMissingNode() ? null : json;
        } catch (JsonProcessingException notJson) {
            return null;
        }
    }

    /** The content of the one fenced block; null where there is none, more than one, or no JSON in it. */
    private static @Nullable JsonNode fenced(String reply) {
        int from = -1;
        int to = -1;
        int line = 0;
        while (line < reply.length()) {
            int end = reply.indexOf('\n', line);
            end = end < 0 ? reply.length() : end;
            if (reply.substring(line, Math.min(end, line + LONGEST_FENCE))
                    .strip()
                    .startsWith(FENCE)) {
                if (to >= 0) {
                    return null;
                }
                if (from < 0) {
                    from = Math.min(end + 1, reply.length());
                } else {
                    to = line;
                }
            }
            line = end + 1;
        }
        return to < 0 ? null : parsed(reply.substring(from, to).strip());
    }

    /** The complete objects that stand in prose, in order; those inside of one another count as one. */
    private static List<JsonNode> objectsIn(String reply) {
        List<JsonNode> objects = new ArrayList<>();
        char[] characters = reply.toCharArray();
        long budget = (long) MOST_PASSES * characters.length;
        int at = reply.indexOf('{');
        for (int openings = 0; at >= 0 && openings < MOST_OPENINGS && budget > 0; openings++) {
            int next = at + 1;
            try (JsonParser parser = PREFIX.createParser(new CharArrayReader(characters, at, characters.length - at))) {
                try {
                    JsonNode object = PREFIX.readTree(parser);
                    next = at + (int) parser.currentLocation().getCharOffset();
                    objects.add(object);
                } catch (JsonProcessingException broken) {
                    // not an object, or a broken one: what stands inside of it may be whole
                    budget -= parser.currentLocation().getCharOffset();
                }
            } catch (IOException e) {
                throw new IllegalStateException("characters in memory are always readable", e);
            }
            at = reply.indexOf('{', Math.max(next, at + 1));
        }
        return objects;
    }

    private static String withoutMark(String text) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static Parsed.Unreadable unparseable(String reason) {
        return new Parsed.Unreadable(Status.JUDGE_UNPARSEABLE, reason);
    }
}
