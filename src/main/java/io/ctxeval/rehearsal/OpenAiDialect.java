package io.ctxeval.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's chat completions, also at the Azure path. Shapes: OpenAI API reference, "Create chat completion" and "Error codes";
 * Azure OpenAI REST API reference 2024-10-21.
 *
 * @param deployment of Azure; null: OpenAI's own path
 */
record OpenAiDialect(@Nullable String deployment) implements Dialect {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern AZURE = Pattern.compile("/openai/deployments/([^/]+)/chat/completions");
    private static final String INVALID = "invalid_request_error";

    static Optional<OpenAiDialect> at(HttpRequest request) {
        if (request.path().equals("/v1/chat/completions")) {
            return Optional.of(new OpenAiDialect(null));
        }
        Matcher azure = AZURE.matcher(request.path());
        return azure.matches() && request.query().contains("api-version=")
                ? Optional.of(new OpenAiDialect(azure.group(1)))
                : Optional.empty();
    }

    @Override
    public List<String> shown(HttpRequest request) {
        return Stream.of(
                        Dialect.bearer(request),
                        Optional.ofNullable(request.header("api-key")).filter(key -> deployment != null))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public Asked read(HttpRequest request) throws IOException {
        JsonNode body = JSON.readTree(request.body());
        StringBuilder system = new StringBuilder();
        StringBuilder later = new StringBuilder();
        String user = null;
        int replies = 0;
        long replied = 0;
        for (JsonNode message : body.path("messages")) {
            String text = text(message.path("content"));
            switch (message.path("role").asText()) {
                case "system", "developer" -> system.append(text).append('\n');
                case "assistant" -> {
                    replies++;
                    replied += text.length();
                }
                default -> {
                    if (user == null) {
                        user = text;
                    } else {
                        later.append(text).append('\n');
                    }
                }
            }
        }
        JsonNode limit =
                body.has("max_completion_tokens") ? body.path("max_completion_tokens") : body.path("max_tokens");
        String model = body.path("model").asText(deployment == null ? "" : deployment);
        return Asked.of(
                model,
                system.toString(),
                user == null ? "" : user,
                later.toString(),
                new Asked.Replies(replies, replied),
                limit.asLong(),
                body);
    }

    /** Content is a text or a list of parts. */
    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText()));
        return text.toString();
    }

    @Override
    public HttpResponse reply(Asked asked, String text, Ending ending) {
        ObjectNode reply = NODES.objectNode();
        reply.put("id", "chatcmpl-" + asked.question().substring(0, 24));
        reply.put("object", "chat.completion").put("created", 0).put("model", asked.model() + "-rehearsal");
        ObjectNode choice = reply.putArray("choices").addObject().put("index", 0);
        choice.putObject("message")
                .put("role", "assistant")
                .put("content", text)
                .putNull("refusal");
        choice.put(
                "finish_reason",
                switch (ending) {
                    case STOP -> "stop";
                    case LENGTH -> "length";
                    case FILTER -> "content_filter";
                });
        long tokens = Asked.tokens(text.length());
        reply.putObject("usage")
                .put("prompt_tokens", asked.promptTokens())
                .put("completion_tokens", tokens)
                .put("total_tokens", asked.promptTokens() + tokens);
        return HttpResponse.json(200, reply.toString());
    }

    @Override
    public HttpResponse problem(Problem problem) {
        ObjectNode told = NODES.objectNode();
        told.putObject("error")
                .put("message", problem.message())
                .put("type", problem.type())
                .put("param", problem.parameter())
                .put("code", problem.code());
        return HttpResponse.json(problem.status(), told.toString());
    }

    @Override
    public HttpResponse problem(int status, String message) {
        String code = switch (status) {
            case 401 -> "invalid_api_key";
            case 404 -> "model_not_found";
            case 429 -> "rate_limit_exceeded";
            default -> null;
        };
        String type = status == 429 ? "requests" : status >= 500 ? "server_error" : INVALID;
        return problem(new Problem(status, type, code, null, message));
    }

    @Override
    public Optional<HttpResponse> refusal(Asked asked, Set<String> parameters) {
        String format = asked.body().path("response_format").path("type").asText();
        if (parameters.contains(format)) {
            String message =
                    "Invalid parameter: 'response_format' of type '" + format + "' is not supported with this model.";
            return Optional.of(problem(new Problem(400, INVALID, null, "response_format", message)));
        }
        return parameters.stream()
                .filter(asked.body()::has)
                .sorted()
                .findFirst()
                .map(parameter -> problem(refused(parameter, asked.body().path(parameter))));
    }

    private static Problem refused(String parameter, JsonNode value) {
        if (parameter.equals("temperature")) {
            String message = "Unsupported value: 'temperature' does not support " + value.asText()
                    + " with this model. Only the default (1) value is supported.";
            return new Problem(400, INVALID, "unsupported_value", parameter, message);
        }
        String instead = parameter.equals("max_tokens") ? " Use 'max_completion_tokens' instead." : "";
        String message = "Unsupported parameter: '" + parameter + "' is not supported with this model." + instead;
        return new Problem(400, INVALID, "unsupported_parameter", parameter, message);
    }

    @Override
    public HttpResponse tooLong(Asked asked, long window) {
        long asks = asked.promptTokens() + asked.outputLimit();
        String message = "This model's maximum context length is " + window + " tokens. However, you requested " + asks
                + " tokens (" + asked.promptTokens() + " in the messages, " + asked.outputLimit()
                + " in the completion). Please reduce the length of the messages or completion.";
        return problem(new Problem(400, INVALID, "context_length_exceeded", "messages", message));
    }

    @Override
    public HttpResponse rateLimited(String what) {
        return problem(429, "Rate limit reached for " + what + ".");
    }

    @Override
    public HttpResponse spentQuota() {
        String message = "You exceeded your current quota, please check your plan and billing details.";
        return problem(new Problem(429, "insufficient_quota", "insufficient_quota", null, message));
    }

    /** Azure refuses a filtered prompt, OpenAI cuts the reply. */
    @Override
    public HttpResponse filtered(Asked asked) {
        if (deployment == null) {
            return reply(asked, "", Ending.FILTER);
        }
        ObjectNode told = NODES.objectNode();
        told.putObject("error")
                .put("message", "The response was filtered due to the prompt triggering the content management policy.")
                .putNull("type")
                .put("param", "prompt")
                .put("code", "content_filter")
                .put("status", 400)
                .putObject("innererror")
                .put("code", "ResponsibleAIPolicyViolation");
        return HttpResponse.json(400, told.toString());
    }
}
