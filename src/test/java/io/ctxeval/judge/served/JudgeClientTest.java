package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.score.Status;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client as a run makes it: a real provider, real prompts, real replies. */
class JudgeClientTest {
    private static final Question.Decompose QUESTION = new Question.Decompose("When was the depot built?", null, 3);
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1/v1");

    private final CountedPermits permits = new CountedPermits();

    @AfterEach
    void forget() {
        JudgeClient.forget(permits);
    }

    private JudgeClient client(URI base, String key) {
        return JudgeClient.of(new Endpoint(base, Map.of()), Settings.PLAIN, CallFixture.policy(), permits, () -> key);
    }

    private static String completion(String content) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("model", "some-model-2026");
        ObjectNode choice = json.putArray("choices").addObject().put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", content);
        json.putObject("usage").put("prompt_tokens", 321).put("completion_tokens", 12);
        return json.toString();
    }

    @Test
    void aChatCompletionIsJudgedAfterOneReAsk() throws Exception {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.answering(
                ScriptedEndpoint.http(
                        200, completion("{\"needs_information\":true,\"aspects\":[],\"explanation\":\"none\"}")),
                ScriptedEndpoint.http(
                        200,
                        completion("{\"needs_information\":true,\"aspects\":[{\"description\":\"the year\"}],"
                                + "\"explanation\":\"one\"}")))) {
            CallResult result = client(endpoint.base(), "k")
                    .ask(Requests.of(QUESTION, Settings.PLAIN), CallFixture.RULES)
                    .get(60, TimeUnit.SECONDS);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.askedAgain()).isTrue();
            assertThat(JudgementJson.read(QUESTION, Objects.requireNonNull(result.judgement())))
                    .isEqualTo(new Verdict.Aspects(true, List.of("the year"), "one"));
            assertThat(result.inputTokens()).isEqualTo(642);
            assertThat(result.modelVersion()).isEqualTo("some-model-2026");
            assertThat(endpoint.asked().get(0).target()).isEqualTo("/v1/chat/completions");
        }
    }

    @Test
    void aKeyThatIsAWordLeavesRepliesAlone() throws Exception {
        String reply = "{\"needs_information\":true,\"aspects\":[{\"description\":\"password\"}],\"explanation\":\"\"}";
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.answering(ScriptedEndpoint.http(200, completion(reply)))) {
            CallResult result = client(endpoint.base(), "password")
                    .ask(Requests.of(QUESTION, Settings.PLAIN), CallFixture.RULES)
                    .get(60, TimeUnit.SECONDS);

            assertThat(result.rawReply()).isEqualTo(reply);
        }
    }

    @Test
    void aTaskGetsTheClientOfItsJvm() {
        AtomicInteger fetched = new AtomicInteger();
        Endpoint endpoint = new Endpoint(NOWHERE, Map.of());

        JudgeClient first = JudgeClient.of(endpoint, Settings.PLAIN, CallFixture.policy(), permits, () -> {
            fetched.incrementAndGet();
            return "k";
        });

        assertThat(JudgeClient.of(endpoint, Settings.PLAIN, CallFixture.policy(), permits, () -> {
                    fetched.incrementAndGet();
                    return "k";
                }))
                .isSameAs(first);
        assertThat(fetched).hasValue(1);
        assertThat(client(URI.create("http://127.0.0.1:2/v1"), "k")).isNotSameAs(first);
    }

    @Test
    void aPathStandsBeforeTheQueryOfTheBase() throws Exception {
        JudgeClient client = client(URI.create("http://127.0.0.1:1/openai/?api-version=2026-01-01"), "k");

        assertThat(client.request(new Turn(CallFixture.request("q"), Rung.TEXT, Set.of(), 10, null))
                        .uri())
                .isEqualTo(URI.create("http://127.0.0.1:1/openai/chat/completions?api-version=2026-01-01"));
    }

    @Test
    void aKeyThatNoHeaderHoldsIsRefusedWithoutQuotingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client(NOWHERE, "sk-canary\nx"))
                .withMessageContaining("the judge's key")
                .withMessageNotContaining("canary");
    }

    @Test
    void anUnknownFamilyIsRefusedByName() {
        ModelSettings unknown = Settings.of("oracle-of-delphi", "m", 1000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JudgeClient.of(
                        new Endpoint(NOWHERE, Map.of()), unknown, CallFixture.policy(), permits, () -> null))
                .withMessageContaining("oracle-of-delphi");
    }
}
