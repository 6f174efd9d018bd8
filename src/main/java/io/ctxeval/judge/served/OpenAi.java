package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.ctxeval.judge.served.Dialogue.Message;
import java.net.http.HttpHeaders;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chat completions as OpenAI speaks them, and with it vLLM, Ollama, LM Studio, OpenRouter, Azure and many others. Structured
 * output down the ladder {@code json_schema} (strict), {@code json_object} and plain text, the last two with the schema in the
 * prompt.
 *
 * @param keyHeader how the key is shown
 */
public record OpenAi(String family, KeyHeader keyHeader) implements Provider {
    /** The family of endpoints that want the key as a bearer token. */
    public static final String FAMILY = "openai";

    /** The family of Azure's endpoints; model is the deployment's name. */
    public static final String AZURE = "azure";

    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";

    /** How the key is shown. */
    public enum KeyHeader {
        /** {@code authorization: Bearer …}. */
        BEARER,
        /** {@code api-key: …}, as Azure wants it. */
        API_KEY
    }

    @Override
    public String path() {
        return "/chat/completions";
    }

    @Override
    public Map<String, String> headers(@Nullable String key) {
        if (key == null) {
            return Map.of();
        }
        return keyHeader == KeyHeader.API_KEY ? Map.of("api-key", key) : Map.of("authorization", "Bearer " + key);
    }

    @Override
    public String body(Turn turn, ModelSettings settings) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", settings.model());
        Dialogue dialogue = Dialogue.of(turn, turn.rung() != Rung.JSON_SCHEMA);
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", dialogue.system());
        for (Message message : dialogue.messages()) {
            messages.addObject().put("role", message.role()).put("content", message.content());
        }
        putFormat(body, turn);
        Set<String> dropped = turn.dropped();
        if (settings.temperature() != null && !settings.reasoning() && !dropped.contains("temperature")) {
            body.put("temperature", settings.temperature());
        }
        if (settings.seed() != null && !dropped.contains("seed")) {
            body.put("seed", settings.seed());
        }
        if (settings.reasoningEffort() != null && !dropped.contains("reasoning_effort")) {
            body.put("reasoning_effort", settings.reasoningEffort());
        }
        String limit = limitName(settings, dropped);
        if (limit != null) {
            body.put(limit, turn.outputLimit());
        }
        return JsonText.of(body);
    }

    private static void putFormat(ObjectNode body, Turn turn) {
        if (turn.rung() == Rung.TEXT) {
            return;
        }
        ObjectNode format = body.putObject("response_format");
        if (turn.rung() == Rung.JSON_OBJECT) {
            format.put("type", "json_object");
            return;
        }
        ReplySchema schema = ReplySchemas.of(JudgeStep.named(turn.request().step()));
        format.put("type", "json_schema")
                .putObject("json_schema")
                .put("name", schema.name())
                .put("strict", true)
                .putRawValue("schema", new RawValue(schema.json()));
    }

    /** Reasoning models take the newer name only, many servers the older only; a refused one gives way to the other. */
    private static @Nullable String limitName(ModelSettings settings, Set<String> dropped) {
        String first = settings.reasoning() ? MAX_COMPLETION_TOKENS : MAX_TOKENS;
        String second = settings.reasoning() ? MAX_TOKENS : MAX_COMPLETION_TOKENS;
        if (!dropped.contains(first)) {
            return first;
        }
        return dropped.contains(second) ? null : second;
    }

    @Override
    public Reading read(int status, HttpHeaders headers, String body) {
        if (status < 200 || status > 299) {
            return Refusals.of(status, body);
        }
        JsonNode response = ErrorBody.json(body);
        if (response == null) {
            return new Reading.Failure(CallClass.UNPARSEABLE, "HTTP " + status + " with a body that is no JSON");
        }
        if (response.hasNonNull("error")) {
            return Refusals.inAnswer(response);
        }
        JsonNode choice = response.path("choices").path(0);
        JsonNode message = choice.path("message");
        if (!message.isObject()) {
            return new Reading.Failure(CallClass.UNPARSEABLE, "HTTP " + status + " without choices[0].message");
        }
        return reply(response, choice.path("finish_reason").asText(""), message);
    }

    private static Reading reply(JsonNode response, String finish, JsonNode message) {
        String refusal = message.path("refusal").asText("");
        if (message.hasNonNull("refusal") && !refusal.isBlank()) {
            return Refusals.byModel(refusal);
        }
        if (finish.equals("content_filter")) {
            return new Reading.Failure(CallClass.CONTENT_FILTER, "the endpoint's content filter cut the reply");
        }
        if (finish.equals("error")) {
            return new Reading.Failure(CallClass.SERVER_ERROR, "the endpoint ended the reply with an error");
        }
        JsonNode usage = response.path("usage");
        return new Reading.Reply(
                text(message.path("content")),
                !finish.equals("length"),
                ErrorBody.count(usage.path("prompt_tokens")),
                ErrorBody.count(usage.path("completion_tokens")),
                version(response));
    }

    /** Text, or a list of parts with text. */
    private static String text(JsonNode content) {
        if (!content.isArray()) {
            return content.isTextual() ? content.textValue() : "";
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText("")));
        return text.toString();
    }

    private static @Nullable String version(JsonNode response) {
        String model = response.path("model").asText("");
        String fingerprint = response.path("system_fingerprint").asText("");
        boolean told = response.hasNonNull("system_fingerprint") && !fingerprint.isBlank();
        String version = told ? model + "/" + fingerprint : model;
        return version.isBlank() ? null : Excerpt.oneLine(version, 200);
    }
}
