package io.ctxeval.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Anthropic's messages, with a forced tool or without. Shapes: Anthropic API reference, "Create a Message" and "Errors", version
 * 2023-06-01.
 */
record AnthropicDialect() implements Dialect {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String INVALID = "invalid_request_error";

    @Override
    public List<String> shown(HttpRequest request) {
        return Stream.of(Optional.ofNullable(request.header("x-api-key")), Dialect.bearer(request))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public Asked read(HttpRequest request) throws IOException {
        JsonNode body = JSON.readTree(request.body());
        StringBuilder later = new StringBuilder();
        String user = null;
        int replies = 0;
        long replied = 0;
        for (JsonNode message : body.path("messages")) {
            String text = text(message.path("content"));
            if (message.path("role").asText().equals("assistant")) {
                replies++;
                replied += text.length();
            } else if (user == null) {
                user = text;
            } else {
                later.append(text).append('\n');
            }
        }
        return Asked.of(
                body.path("model").asText(),
                text(body.path("system")),
                user == null ? "" : user,
                later.toString(),
                new Asked.Replies(replies, replied),
                body.path("max_tokens").asLong(),
                body);
    }

    /** Content is a text or a list of blocks, of which results of tools hold texts or blocks themselves. */
    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_use")) {
                text.append(block.path("input"));
            } else {
                text.append(
                        block.has("content")
                                ? text(block.path("content"))
                                : block.path("text").asText());
            }
        }
        return text.toString();
    }

    @Override
    public HttpResponse reply(Asked asked, String text, Ending ending) {
        ObjectNode reply = NODES.objectNode();
        reply.put("id", "msg_" + asked.question().substring(0, 24));
        reply.put("type", "message").put("role", "assistant").put("model", asked.model() + "-rehearsal");
        boolean calls = ending != Ending.FILTER && addContent(asked, text, reply.putArray("content"));
        reply.put(
                "stop_reason",
                switch (ending) {
                    case STOP -> calls ? "tool_use" : "end_turn";
                    case LENGTH -> "max_tokens";
                    case FILTER -> "refusal";
                });
        reply.putNull("stop_sequence");
        reply.putObject("usage")
                .put("input_tokens", asked.promptTokens())
                .put("output_tokens", Asked.tokens(text.length()));
        return HttpResponse.json(200, reply.toString());
    }

    /** A call of the tool if there is one and the text can be its input, else the text; whether it is a call. */
    private static boolean addContent(Asked asked, String text, ArrayNode content) {
        JsonNode tool = asked.body().path("tools").path(0);
        if (tool.isMissingNode()) {
            content.addObject().put("type", "text").put("text", text);
            return false;
        }
        ObjectNode call = content.addObject().put("type", "tool_use");
        call.put("id", "toolu_" + asked.question().substring(0, 24));
        call.put("name", tool.path("name").asText());
        try {
            JsonNode input = JSON.readTree(text);
            call.set("input", input.isObject() ? input : NODES.objectNode());
            return true;
        } catch (JsonProcessingException e) { // a spoiled reply: the API delivers tools' input as an object only
            content.removeAll();
            content.addObject().put("type", "text").put("text", text);
            return false;
        }
    }

    @Override
    public HttpResponse problem(Problem problem) {
        ObjectNode told = NODES.objectNode().put("type", "error");
        told.putObject("error").put("type", problem.type()).put("message", problem.message());
        return HttpResponse.json(problem.status(), told.toString());
    }

    @Override
    public HttpResponse problem(int status, String message) {
        String type = switch (status) {
            case 401 -> "authentication_error";
            case 402 -> "billing_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 504 -> "timeout_error";
            case 529 -> "overloaded_error";
            default -> status >= 500 ? "api_error" : INVALID;
        };
        return problem(new Problem(status, type, null, null, message));
    }

    @Override
    public Optional<HttpResponse> refusal(Asked asked, Set<String> parameters) {
        return parameters.stream()
                .filter(asked.body()::has)
                .sorted()
                .findFirst()
                .map(parameter -> problem(400, parameter + ": Extra inputs are not permitted"));
    }

    @Override
    public HttpResponse tooLong(Asked asked, long window) {
        long asks = asked.promptTokens() + asked.outputLimit();
        return problem(400, "prompt is too long: " + asks + " tokens > " + window + " maximum");
    }

    @Override
    public HttpResponse rateLimited(String what) {
        return problem(429, "This request would exceed the rate limit of " + what + ".");
    }

    @Override
    public HttpResponse spentQuota() {
        return problem(402, "Your credit balance is too low to access the Anthropic API.");
    }

    @Override
    public HttpResponse filtered(Asked asked) {
        return reply(asked, "", Ending.FILTER);
    }
}
