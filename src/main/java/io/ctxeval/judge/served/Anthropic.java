package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.ctxeval.judge.served.Dialogue.Message;
import java.net.http.HttpHeaders;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages API of Anthropic. The first rung forces a tool whose input is the reply; the other two are the same here: plain
 * text with the schema in the prompt. A seed isn't known to this API. A reasoning effort turns thinking on, with a share of the
 * output limit; a thinking model may not be forced to a tool, so that it is only offered.
 */
public final class Anthropic implements Provider {
    /** The family's name. */
    public static final String FAMILY = "anthropic";

    private static final String VERSION = "2023-06-01";
    private static final int LEAST_THINKING = 1024;

    /** The reply's limit, which this API wants, for a model that refuses the one we asked for. */
    private static final int MODEST_LIMIT = 8192;

    @Override
    public String family() {
        return FAMILY;
    }

    @Override
    public String path() {
        return "/v1/messages";
    }

    @Override
    public Map<String, String> headers(@Nullable String key) {
        return key == null
                ? Map.of("anthropic-version", VERSION)
                : Map.of("anthropic-version", VERSION, "x-api-key", key);
    }

    @Override
    public String body(Turn turn, ModelSettings settings) {
        boolean tool = turn.rung() == Rung.JSON_SCHEMA;
        Dialogue dialogue = Dialogue.of(turn, !tool);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", settings.model());
        int limit =
                turn.dropped().contains("max_tokens") ? Math.min(MODEST_LIMIT, turn.outputLimit()) : turn.outputLimit();
        body.put("max_tokens", limit);
        body.put("system", dialogue.system());
        ArrayNode messages = body.putArray("messages");
        for (Message message : dialogue.messages()) {
            messages.addObject().put("role", message.role()).put("content", message.content());
        }
        int thinking = turn.dropped().contains("thinking") ? 0 : thinkingTokens(settings, limit);
        if (thinking > 0) {
            body.putObject("thinking").put("type", "enabled").put("budget_tokens", thinking);
        }
        if (tool) {
            putTool(body, turn, thinking == 0);
        }
        boolean warm = settings.temperature() != null && !settings.reasoning() && thinking == 0;
        if (warm && !turn.dropped().contains("temperature")) {
            body.put("temperature", settings.temperature());
        }
        return JsonText.of(body);
    }

    private static void putTool(ObjectNode body, Turn turn, boolean forced) {
        ReplySchema schema = ReplySchemas.of(JudgeStep.named(turn.request().step()));
        body.putArray("tools")
                .addObject()
                .put("name", schema.name())
                .put(
                        "description",
                        "Takes the answer: the one JSON object that the contract asks for. Call it exactly once.")
                .putRawValue("input_schema", new RawValue(schema.json()));
        ObjectNode choice = body.putObject("tool_choice");
        if (forced) {
            choice.put("type", "tool").put("name", schema.name());
        } else {
            choice.put("type", "auto");
        }
    }

    /** 0: no thinking. Of the output limit a quarter, a half or three quarters. */
    private static int thinkingTokens(ModelSettings settings, int outputLimit) {
        if (settings.reasoningEffort() == null) {
            return 0;
        }
        int quarters = switch (settings.reasoningEffort()) {
            case "none" -> 0;
            case "minimal", "low" -> 1;
            case "high", "xhigh" -> 3;
            default -> 2;
        };
        int tokens = outputLimit / 4 * quarters;
        return quarters == 0 || outputLimit <= LEAST_THINKING ? 0 : Math.max(LEAST_THINKING, tokens);
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
        String end = response.path("stop_reason").asText("");
        if (!response.path("content").isArray() && !end.equals("refusal")) {
            return new Reading.Failure(CallClass.UNPARSEABLE, "HTTP " + status + " without content");
        }
        return switch (end) {
            case "refusal" -> Refusals.byModel(text(response.path("content")));
            case "model_context_window_exceeded" ->
                new Reading.Failure(
                        CallClass.CONTEXT_LENGTH, "the reply reached the end of the model's context window");
            case "max_tokens" -> reply(response, false);
            default -> reply(response, true);
        };
    }

    private static Reading reply(JsonNode response, boolean complete) {
        JsonNode usage = response.path("usage");
        Long fresh = ErrorBody.count(usage.path("input_tokens"));
        Long input = fresh == null
                ? null
                : fresh
                        + cached(usage.path("cache_creation_input_tokens"))
                        + cached(usage.path("cache_read_input_tokens"));
        String model = response.path("model").asText("");
        return new Reading.Reply(
                text(response.path("content")),
                complete,
                input,
                ErrorBody.count(usage.path("output_tokens")),
                model.isBlank() ? null : Excerpt.oneLine(model, 200));
    }

    private static long cached(JsonNode count) {
        return Objects.requireNonNullElse(ErrorBody.count(count), 0L);
    }

    /** The input of the tool call where there is one, else the text. */
    private static String text(JsonNode content) {
        StringBuilder text = new StringBuilder();
        for (JsonNode block : content) {
            if (block.path("type").asText("").equals("tool_use")
                    && block.path("input").isObject()) {
                return JsonText.of(block.path("input"));
            }
            text.append(block.path("text").asText(""));
        }
        return text.toString();
    }
}
