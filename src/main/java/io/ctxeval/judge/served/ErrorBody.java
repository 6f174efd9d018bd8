package io.ctxeval.judge.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the body of a refusal says, whichever of the usual forms it has: {@code {"error": {message, type, code, param}}}, also in a
 * list, {@code {"error": "…"}}, {@code {"message": "…"}}, {@code {"detail": …}}, or no JSON at all.
 *
 * @param codes the error's codes and types, lower case, separated by spaces; may be empty
 * @param parameter the parameter that is named as the cause; may be empty
 * @param message the endpoint's own words, as they are
 * @param everything codes, message and details in lower case, to look for wordings; without what servers echo of the request
 * @param number a status that the body itself states, as gateways do that answer 200; 0 where it states none
 */
record ErrorBody(String codes, String parameter, String message, String everything, int number) {
    private static final long MOST_TOKENS = 100_000_000;

    private static final int LOOKED_AT = 16_384;

    private static final Set<String> ECHOES = Set.of("input", "ctx", "body", "prompt", "messages", "failed_generation");

    /** Words in which a key may hide: long, with digits among the letters. */
    private static final Pattern SECRETS =
            Pattern.compile("(?i)\\bbearer\\s+\\S+|\\bsk-[\\w*-]+|(?<=key provided: )\\S+"
                    + "|(?=[\\w*+=-]*[0-9])(?=[\\w*+=-]*[A-Za-z])[\\w*+=-]{20,}");

    static ErrorBody of(String body) {
        JsonNode json = json(body);
        return json == null ? plain(body) : of(json);
    }

    static ErrorBody of(JsonNode json) {
        JsonNode top = json.isArray() ? json.path(0) : json;
        JsonNode error = top.hasNonNull("error") ? top.path("error") : top;
        JsonNode inner = error.has("innererror") ? error.path("innererror") : error.path("inner_error");
        String codes =
                String.join(" ", word(error, "code"), word(error, "type"), word(error, "status"), word(inner, "code"));
        JsonNode detail = top.path("detail");
        String parameter = word(error, "param");
        if (parameter.isEmpty() && detail.path(0).path("loc").isArray()) {
            JsonNode place = detail.path(0).path("loc");
            parameter = place.path(place.size() - 1).asText("");
        }
        String message = firstText(
                error.path("message"),
                error,
                top.path("message"),
                detail,
                detail.path(0).path("msg"));
        StringBuilder words = new StringBuilder(codes).append(' ').append(parameter);
        collect(json, words);
        return new ErrorBody(
                codes.toLowerCase(Locale.ROOT).strip(),
                parameter,
                message,
                words.toString().toLowerCase(Locale.ROOT),
                error.path("code").asInt(0));
    }

    /** All texts but those in which a server gives back what it was sent. */
    private static void collect(JsonNode json, StringBuilder words) {
        if (words.length() >= LOOKED_AT) {
            return;
        }
        if (json.isTextual()) {
            words.append(' ').append(Excerpt.of(json.textValue(), LOOKED_AT));
        } else if (json.isObject()) {
            json.properties().stream()
                    .filter(property -> !ECHOES.contains(property.getKey()))
                    .forEach(property -> collect(property.getValue(), words));
        } else {
            json.forEach(element -> collect(element, words));
        }
    }

    private static ErrorBody plain(String body) {
        String start = body.substring(0, Math.min(LOOKED_AT, body.length()));
        // A proxy's page: its words rather than its markup.
        String words = start.replaceAll("<[^<>]*>", " ");
        return new ErrorBody("", "", words, words.toLowerCase(Locale.ROOT), 0);
    }

    /** The body as JSON; null: it is none. */
    static @Nullable JsonNode json(String body) {
        try {
            JsonNode json = JsonText.MAPPER.readTree(body);
            return json == null || !json.isContainerNode() ? null : json;
        } catch (JsonProcessingException notJson) {
            return null;
        }
    }

    /**
     * A count of tokens of one call; null where the node is none, so that the estimate stays. No model reads or writes a hundred
     * million of them: one such number would make the sum of a run meaningless, and its caps void.
     */
    static @Nullable Long count(JsonNode node) {
        boolean plausible = node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= 0
                && node.longValue() <= MOST_TOKENS;
        return plausible ? node.longValue() : null;
    }

    /** Whether the endpoint's words begin so; these it says of itself, not of the material that it was sent. */
    boolean begins(String... beginnings) {
        String words = message.strip().toLowerCase(Locale.ROOT);
        for (String beginning : beginnings) {
            if (words.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    boolean says(String... wordings) {
        for (String wording : wordings) {
            if (everything.contains(wording)) {
                return true;
            }
        }
        return false;
    }

    /** For a reader: status, code and the endpoint's words, without what may be a key. */
    String shown(String beginning) {
        String code = codes.isEmpty() ? "" : " " + Excerpt.oneLine(codes, 80);
        String words = message.isBlank() ? "no message" : message;
        return Excerpt.oneLine(beginning + code + ": " + withoutSecrets(words), Refusals.LONGEST_MESSAGE);
    }

    static String withoutSecrets(String text) {
        return SECRETS.matcher(Excerpt.oneLine(text, 2 * Refusals.LONGEST_MESSAGE))
                .replaceAll("[removed]");
    }

    private static String word(JsonNode error, String name) {
        JsonNode value = error.path(name);
        return value.isTextual() ? value.textValue().strip() : "";
    }

    private static String firstText(JsonNode... candidates) {
        for (JsonNode candidate : candidates) {
            if (candidate.isTextual() && !candidate.textValue().isBlank()) {
                return candidate.textValue();
            }
        }
        return "";
    }
}
