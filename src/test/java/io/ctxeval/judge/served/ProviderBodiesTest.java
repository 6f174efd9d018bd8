package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Violation;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProviderBodiesTest {
    private static final Question USAGE = new Question.Usage(List.of("a"), "out", null);
    private static final String SCHEMA = """
            {"type":"object","properties":{"chunks":{"type":"array","items":{"type":"object","properties":{\
            "id":{"type":"integer"},"evidence":{"type":"array","items":{"type":"object","properties":{\
            "chunk_quote":{"type":"string"},"output_part":{"type":"string"}},"required":["chunk_quote","output_part"],\
            "additionalProperties":false}},"used":{"type":"boolean"}},"required":["id","evidence","used"],\
            "additionalProperties":false}},"explanation":{"type":"string"}},"required":["chunks","explanation"],\
            "additionalProperties":false}""";
    private static final Provider OPEN_AI = Providers.named("openai");
    private static final Provider ANTHROPIC = Providers.named("anthropic");

    @Test
    void openAiIsAskedForTheStrictSchema() {
        String body = withoutMessages(OPEN_AI.body(turn(Rung.JSON_SCHEMA, null), Settings.PLAIN));

        assertThat(body)
                .isEqualTo("{\"model\":\"some-model\",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":"
                        + "{\"name\":\"usage_verdict\",\"strict\":true,\"schema\":" + SCHEMA + "}},"
                        + "\"temperature\":0.0,\"seed\":7,\"max_tokens\":890}");
    }

    @Test
    void lowerRungsHaveTheSchemaInTheSystemMessage() {
        JsonNode object = json(OPEN_AI.body(turn(Rung.JSON_OBJECT, null), Settings.PLAIN));
        JsonNode text = json(OPEN_AI.body(turn(Rung.TEXT, null), Settings.PLAIN));

        assertThat(object.path("response_format").toString()).isEqualTo("{\"type\":\"json_object\"}");
        assertThat(text.has("response_format")).isFalse();
        for (JsonNode body : List.of(object, text)) {
            assertThat(content(body, 0))
                    .startsWith(Prompts.of(JudgeStep.USAGE).text())
                    .endsWith(SCHEMA);
            assertThat(content(body, 1))
                    .isEqualTo(Requests.of(USAGE, Settings.PLAIN).user());
        }
    }

    @Test
    void reasoningModelsHaveNoTemperatureAndTheNewerNameOfTheLimit() {
        String body = withoutMessages(OPEN_AI.body(turn(Rung.TEXT, null), Settings.REASONING));

        assertThat(body)
                .isEqualTo(
                        "{\"model\":\"o4-mini\",\"seed\":7,\"reasoning_effort\":\"low\",\"max_completion_tokens\":890}");
    }

    @Test
    void refusedParametersAreLeftOutAndALimitChangesItsName() {
        assertThat(withoutMessages(
                        OPEN_AI.body(turn(Rung.TEXT, null, "temperature", "seed", "max_tokens"), Settings.PLAIN)))
                .isEqualTo("{\"model\":\"some-model\",\"max_completion_tokens\":890}");
        assertThat(withoutMessages(OPEN_AI.body(
                        turn(Rung.TEXT, null, "seed", "reasoning_effort", "max_completion_tokens"),
                        Settings.REASONING)))
                .isEqualTo("{\"model\":\"o4-mini\",\"max_tokens\":890}");
        assertThat(withoutMessages(
                        OPEN_AI.body(turn(Rung.TEXT, null, "max_completion_tokens", "max_tokens"), Settings.REASONING)))
                .isEqualTo("{\"model\":\"o4-mini\",\"seed\":7,\"reasoning_effort\":\"low\"}");
    }

    @Test
    void asksAgainInTheSameConversation() {
        Turn.Earlier earlier = new Turn.Earlier(
                "{\"chunks\":[]}", List.of(new Violation(Violation.Kind.MISSING_ID, "chunk 0 has no verdict")));
        JsonNode body = json(OPEN_AI.body(turn(Rung.JSON_SCHEMA, earlier), Settings.PLAIN));

        assertThat(body.path("messages").findValuesAsText("role"))
                .containsExactly("system", "user", "assistant", "user");
        assertThat(content(body, 2)).isEqualTo("{\"chunks\":[]}");
        assertThat(content(body, 3)).isEqualTo("""
                        That answer breaks the contract:
                        - chunk 0 has no verdict
                        Judge the same material again under the same rules, and answer with one whole JSON object.""");
        JsonNode empty = json(ANTHROPIC.body(turn(Rung.TEXT, new Turn.Earlier(" ", List.of())), Settings.CLAUDE));
        assertThat(content(empty, 1)).isEqualTo("(no text)");
    }

    @Test
    void anthropicIsForcedToATool() {
        JsonNode body = json(ANTHROPIC.body(turn(Rung.JSON_SCHEMA, null), Settings.CLAUDE));

        assertThat(body.path("model").asText()).isEqualTo("claude-x");
        assertThat(body.path("max_tokens").asInt()).isEqualTo(890);
        assertThat(body.path("system").asText())
                .isEqualTo(Prompts.of(JudgeStep.USAGE).text());
        assertThat(body.path("messages").findValuesAsText("role")).containsExactly("user");
        assertThat(body.path("tools").path(0).path("name").asText()).isEqualTo("usage_verdict");
        assertThat(body.path("tools").path(0).path("input_schema").toString()).isEqualTo(SCHEMA);
        assertThat(body.path("tool_choice").toString()).isEqualTo("{\"type\":\"tool\",\"name\":\"usage_verdict\"}");
        assertThat(body.path("temperature").asDouble(-1)).isZero();
        assertThat(body.has("seed")).isFalse();
    }

    @Test
    void anthropicsLowerRungsArePlainText() {
        JsonNode body = json(ANTHROPIC.body(turn(Rung.JSON_OBJECT, null, "temperature"), Settings.CLAUDE));

        assertThat(body.has("tools")).isFalse();
        assertThat(body.has("tool_choice")).isFalse();
        assertThat(body.has("temperature")).isFalse();
        assertThat(body.path("system").asText()).endsWith(SCHEMA);
    }

    @Test
    void anthropicAlwaysHasALimit() {
        ModelSettings settings = Settings.CLAUDE;
        Turn turn = new Turn(Requests.of(USAGE, settings), Rung.TEXT, Set.of("max_tokens"), 99_999, null);

        assertThat(json(ANTHROPIC.body(turn, settings)).path("max_tokens").asInt())
                .isEqualTo(8_192);
    }

    @Test
    void aThinkingModelIsOfferedTheTool() {
        ModelSettings thinking = new ModelSettings("anthropic", "claude-x", true, 0.0, null, "medium", 200_000);
        Turn turn = new Turn(Requests.of(USAGE, thinking), Rung.JSON_SCHEMA, Set.of(), 4_000, null);
        JsonNode body = json(ANTHROPIC.body(turn, thinking));

        assertThat(body.path("thinking").toString()).isEqualTo("{\"type\":\"enabled\",\"budget_tokens\":2000}");
        assertThat(body.path("tool_choice").toString()).isEqualTo("{\"type\":\"auto\"}");
        assertThat(body.has("temperature")).isFalse();
        assertThat(thinking.temperature()).isNull();
    }

    @Test
    void keysStandInTheHeaderThatTheEndpointWants() {
        assertThat(OPEN_AI.headers("k")).containsOnly(Map.entry("authorization", "Bearer k"));
        assertThat(OPEN_AI.headers(null)).isEmpty();
        assertThat(Providers.named("azure").headers("k")).containsOnly(Map.entry("api-key", "k"));
        assertThat(ANTHROPIC.headers("k"))
                .containsEntry("x-api-key", "k")
                .containsEntry("anthropic-version", "2023-06-01");
        assertThat(ANTHROPIC.headers(null)).containsOnlyKeys("anthropic-version");
        URI azure = URI.create("https://Mine.OpenAI.Azure.com/openai/deployments/d?api-version=1");
        assertThat(Providers.at("openai", azure).headers("k")).containsOnlyKeys("api-key");
        assertThat(Providers.at("openai", URI.create("https://openai.azure.com.evil.example/"))
                        .headers("k"))
                .containsOnlyKeys("authorization");
        assertThat(Providers.at("openai", azure).family()).isEqualTo("openai");
    }

    private static Turn turn(Rung rung, Turn.@Nullable Earlier earlier, String... dropped) {
        return new Turn(Requests.of(USAGE, Settings.PLAIN), rung, Set.of(dropped), 890, earlier);
    }

    private static String withoutMessages(String body) {
        ObjectNode json = (ObjectNode) json(body);
        json.remove("messages");
        return json.toString();
    }

    private static JsonNode json(String body) {
        try {
            return JsonText.MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError(body, e);
        }
    }

    private static String content(JsonNode body, int message) {
        return body.path("messages").path(message).path("content").asText();
    }
}
