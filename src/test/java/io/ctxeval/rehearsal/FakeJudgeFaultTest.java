package io.ctxeval.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each switch. */
class FakeJudgeFaultTest {
    private FakeJudgeServer server;
    private Asking asking;

    @BeforeEach
    void start() throws IOException {
        server = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
        asking = new Asking(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 504, 529})
    void answersWithTheStatusInTheProvidersShape(int status) throws Exception {
        always(new Fault.Status(status));
        HttpResponse<String> openAi = asking.ask(1);
        HttpResponse<String> anthropic = asking.anthropic(Asking.anthropicBody(Asking.waste(1)));

        assertThat(openAi.statusCode()).isEqualTo(status);
        assertThat(Asking.json(openAi.body()).at("/error/message").isTextual()).isTrue();
        assertThat(anthropic.statusCode()).isEqualTo(status);
        assertThat(Asking.json(anthropic.body()).path("type").asText()).isEqualTo("error");
        assertThat(openAi.headers().firstValue("retry-after").isPresent())
                .isEqualTo(status == 429 || status == 503 || status == 529);
        assertThat(server.stats().withStatus(status)).isEqualTo(2);
        assertThat(server.stats().answered()).isZero();
    }

    @Test
    void answers429AboveItsRateAndSaysWhenToComeBack() throws Exception {
        server.settings(FakeJudgeSettings.DEFAULTS.throttle(Throttle.calls(0.001, 2)));

        assertThat(asking.ask(1).statusCode()).isEqualTo(200);
        assertThat(asking.ask(2).statusCode()).isEqualTo(200);
        HttpResponse<String> limited = asking.ask(3);
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.body()).contains("rate_limit_exceeded");
        assertThat(limited.headers().firstValueAsLong("retry-after").orElse(0)).isBetween(1L, 1_000L);
        assertThat(server.stats().rateLimitedShare()).isBetween(0.33, 0.34);
    }

    @Test
    void countsPromptAndOutputLimitAgainstTheTokensOfAMinute() throws Exception {
        Throttle sixHundredAtOnce = Throttle.NONE.tokens(3600).retryAfter(RetryAfter.NONE);
        server.settings(FakeJudgeSettings.DEFAULTS.throttle(sixHundredAtOnce));
        ObjectNode large = Asking.openAiBody(Asking.waste(1)).put("max_tokens", 100_000);
        ObjectNode larger = Asking.openAiBody(Asking.waste(2)).put("max_tokens", 100_000);

        assertThat(asking.openAi(large).statusCode()).isEqualTo(200);
        HttpResponse<String> limited = asking.openAi(larger);
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().map()).doesNotContainKeys("retry-after", "retry-after-ms");
    }

    @Test
    void refusesParametersByName() throws Exception {
        server.settings(
                FakeJudgeSettings.DEFAULTS.refusing("json_schema", "json_object", "temperature", "seed", "max_tokens"));
        ObjectNode body =
                Asking.openAiBody(Asking.waste(1)).put("temperature", 0).put("seed", 1);
        body.putObject("response_format").put("type", "json_schema");

        assertThat(error(asking.openAi(body)).path("message").asText()).contains("response_format", "json_schema");
        body.putObject("response_format").put("type", "json_object");
        assertThat(error(asking.openAi(body)).path("message").asText()).contains("response_format", "json_object");
        body.remove("response_format");
        for (String parameter : List.of("max_tokens", "seed", "temperature")) {
            HttpResponse<String> refused = asking.openAi(body);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(error(refused).path("param").asText()).isEqualTo(parameter);
            body.remove(parameter);
        }
        assertThat(asking.openAi(body).statusCode()).isEqualTo(200);
    }

    @Test
    void refusesPromptsAboveItsWindow() throws Exception {
        server.settings(FakeJudgeSettings.DEFAULTS.contextWindow(250));
        HttpResponse<String> tooLong = asking.ask(1);

        assertThat(tooLong.statusCode()).isEqualTo(400);
        assertThat(error(tooLong).path("code").asText()).isEqualTo("context_length_exceeded");
        assertThat(asking.anthropic(Asking.anthropicBody(Asking.waste(1))).body())
                .contains("prompt is too long");
        assertThat(asking.openAi(Asking.openAiBody("{\"task\":\"x\"}")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void refusesConnectionsUntilItIsTold() throws Exception {
        always(Mishap.REFUSE);
        Asking newcomer = new Asking(server);
        assertThatThrownBy(() -> newcomer.ask(1)).isInstanceOf(ConnectException.class);

        server.settings(FakeJudgeSettings.DEFAULTS);
        assertThat(newcomer.ask(1).statusCode()).isEqualTo(200);
    }

    @Test
    void refusesConnectionsAfterSoManyRequests() throws Exception {
        server.settings(FakeJudgeSettings.DEFAULTS.disturbed(
                Disturbance.always(Mishap.REFUSE).after(2)));
        assertThat(asking.ask(1).statusCode()).isEqualTo(200);
        assertThat(asking.ask(2).statusCode()).isEqualTo(200);

        assertThatThrownBy(() -> asking.ask(3)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new Asking(server).ask(4)).isInstanceOf(ConnectException.class);
    }

    @Test
    void resetsBeforeTheHeaders() {
        always(Mishap.RESET);

        assertThatThrownBy(() -> asking.ask(1)).isInstanceOf(IOException.class);
        assertThat(server.stats().byStatus())
                .containsEntry("reset", server.stats().requests());
    }

    @Test
    void resetsWithinTheBody() throws Exception {
        always(Mishap.RESET_BODY);
        HttpResponse<InputStream> response = asking.client()
                .send(
                        asking.post("/v1/chat/completions", Asking.openAiBody(Asking.waste(1)))
                                .build(),
                        BodyHandlers.ofInputStream());

        assertThat(response.statusCode()).isEqualTo(200);
        try (InputStream body = response.body()) {
            assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
        }
    }

    @Test
    void tricklesTheBodyByteByByte() throws Exception {
        FakeJudgeSettings trickling = FakeJudgeSettings.DEFAULTS.disturbed(Disturbance.always(Mishap.TRICKLE));
        server.settings(trickling.pace(new Pace(Duration.ZERO, Duration.ZERO, Duration.ofHours(1))));
        HttpResponse<InputStream> slow = asking.client()
                .send(
                        asking.post("/v1/chat/completions", Asking.openAiBody(Asking.waste(1)))
                                .build(),
                        BodyHandlers.ofInputStream());
        assertThat(slow.statusCode()).isEqualTo(200);
        assertThat(slow.body().available()).isZero();
        slow.body().close();

        server.settings(trickling.pace(new Pace(Duration.ZERO, Duration.ZERO, Duration.ofNanos(1))));
        assertThat(Asking.judgement(new Asking(server).ask(1)).has("chunks")).isTrue();
    }

    @Test
    void takesARequestAndNeverAnswers() {
        always(Mishap.BLACK_HOLE);
        var request = asking.post("/v1/chat/completions", Asking.openAiBody(Asking.waste(1)));
        CompletableFuture<HttpResponse<String>> call =
                asking.client().sendAsync(request.build(), BodyHandlers.ofString());
        await(() -> server.stats().byStatus().containsKey("none"));

        assertThat(call).isNotDone();
        assertThat(server.stats().inFlight()).isEqualTo(1);
        call.cancel(true);
        await(() -> server.stats().abandoned() == 1);
        assertThat(server.stats().inFlight()).isZero();
    }

    @Test
    void sendsRightRepliesThatAreFarTooLarge() throws Exception {
        always(Mishap.OVERSIZED);
        HttpResponse<String> oversized = asking.ask(1);
        assertThat(oversized.body()).hasSizeGreaterThan(2 << 20);
        assertThat(Asking.judgement(oversized).has("chunks")).isTrue();

        always(Mishap.HUGE);
        long bytes = asking.client()
                .send(
                        asking.post("/v1/chat/completions", Asking.openAiBody(Asking.waste(1)))
                                .build(),
                        BodyHandlers.ofInputStream())
                .body()
                .transferTo(java.io.OutputStream.nullOutputStream());
        assertThat(bytes).isGreaterThan(64L << 20);
    }

    @Test
    void redirectsAndCountsWhoFollows() throws Exception {
        always(Mishap.REDIRECT);
        HttpResponse<String> response = asking.ask(1);

        assertThat(response.statusCode()).isEqualTo(307);
        assertThat(server.stats().redirectsFollowed()).isZero();
        asking.get(response.headers().firstValue("location").orElseThrow());
        assertThat(server.stats().redirectsFollowed()).isEqualTo(1);
    }

    @Test
    void cutsRepliesAtTheOutputLimit() throws Exception {
        always(Mishap.TRUNCATED);
        HttpResponse<String> response = asking.ask(1);

        assertThat(Asking.choice(response).path("finish_reason").asText()).isEqualTo("length");
        assertThatThrownBy(() -> Asking.judgement(response)).isInstanceOf(JsonProcessingException.class);
        assertThat(asking.anthropic(Asking.anthropicBody(Asking.waste(1))).body())
                .contains("\"max_tokens\"");
    }

    @Test
    void repliesWithProseWithNothingAndWithAPage() throws Exception {
        always(Mishap.MALFORMED);
        HttpResponse<String> malformed = asking.ask(1);
        assertThatThrownBy(() -> Asking.judgement(malformed)).isInstanceOf(JsonProcessingException.class);
        assertThat(Asking.choice(malformed).path("finish_reason").asText()).isEqualTo("stop");

        always(Mishap.EMPTY);
        assertThat(Asking.choice(asking.ask(1)).at("/message/content").asText()).isEmpty();

        always(Mishap.NOT_JSON);
        HttpResponse<String> page = asking.ask(1);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).startsWith("<!DOCTYPE html>");
    }

    @Test
    void namesIdsThatNobodyAskedFor() throws Exception {
        always(Mishap.WRONG_IDS);

        assertThat(Asking.judgement(asking.ask(1)).at("/chunks/0/id").asInt()).isEqualTo(1000);
        String decompose = "{\"task\":\"decompose\",\"input\":\"How tall is the tower?\",\"max_aspects\":5}";
        JsonNode aspects = Asking.judgement(asking.openAi(Asking.openAiBody(decompose)));
        assertThat(aspects.path("needs_information").booleanValue()).isTrue();
        assertThat(aspects.path("aspects")).isEmpty();
    }

    @Test
    void claimsCoverageWithoutEvidence() throws Exception {
        always(Mishap.UNCITED);
        String grade = "{\"task\":\"grade\",\"input\":\"?\",\"aspects\":[\"tall tower metres\"],"
                + "\"chunks\":[{\"id\":0,\"text\":\"The tower is 40 metres tall.\"}]}";
        JsonNode judgement = Asking.judgement(asking.openAi(Asking.openAiBody(grade)));

        assertThat(judgement.at("/aspects/0/status").asText()).isEqualTo("covered");
        assertThat(judgement.at("/aspects/0/evidence")).isEmpty();
    }

    @Test
    void filtersContentAsEachProviderDoes() throws Exception {
        always(Mishap.FILTER);
        ObjectNode body = Asking.openAiBody(Asking.waste(1));
        String azure = "/openai/deployments/mine/chat/completions?api-version=1";
        HttpResponse<String> atAzure = asking.send(asking.post(azure, body).build());

        assertThat(Asking.choice(asking.openAi(body)).path("finish_reason").asText())
                .isEqualTo("content_filter");
        assertThat(atAzure.statusCode()).isEqualTo(400);
        assertThat(error(atAzure).path("code").asText()).isEqualTo("content_filter");
        assertThat(Asking.json(asking.anthropic(Asking.anthropicBody(Asking.waste(1)))
                                .body())
                        .path("stop_reason")
                        .asText())
                .isEqualTo("refusal");
    }

    @Test
    void tellsSpentAndDailyQuotasAndLongPromptsApart() throws Exception {
        always(Mishap.SPENT_QUOTA);
        HttpResponse<String> spent = asking.ask(1);
        assertThat(spent.statusCode()).isEqualTo(429);
        assertThat(error(spent).path("code").asText()).isEqualTo("insufficient_quota");
        assertThat(asking.anthropic(Asking.anthropicBody(Asking.waste(1))).statusCode())
                .isEqualTo(402);

        always(Mishap.DAILY_QUOTA);
        HttpResponse<String> daily = asking.ask(1);
        assertThat(error(daily).path("message").asText()).contains("per day");
        assertThat(daily.headers().firstValueAsLong("retry-after").orElse(0)).isEqualTo(25_200);

        always(Mishap.TOO_LONG);
        assertThat(error(asking.ask(1)).path("code").asText()).isEqualTo("context_length_exceeded");
    }

    @Test
    void hitsTheFirstRequestsOrTheLaterOnes() throws Exception {
        Disturbance failing = Disturbance.always(new Fault.Status(500));
        server.settings(FakeJudgeSettings.DEFAULTS.disturbed(failing.after(1).first(2)));

        assertThat(statuses(1, 2, 3, 4, 5)).containsExactly(200, 500, 500, 200, 200);
    }

    @Test
    void healsAfterSoManyAttemptsOfAQuestion() throws Exception {
        Disturbance failing = Disturbance.always(new Fault.Status(503));
        server.settings(FakeJudgeSettings.DEFAULTS.disturbed(failing.healAfter(2)));

        assertThat(statuses(1, 2, 1, 1, 2, 2, 1)).containsExactly(503, 503, 503, 200, 503, 200, 200);
    }

    @Test
    void hitsTheSameShareOfTheSameLoad() throws Exception {
        Disturbance failing = Disturbance.always(new Fault.Status(500)).share(0.25);
        List<Integer> first = new ArrayList<>();
        List<Integer> second = new ArrayList<>();
        server.settings(FakeJudgeSettings.DEFAULTS.disturbed(failing));
        try (FakeJudgeServer twin = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS.disturbed(failing))) {
            Asking other = new Asking(twin);
            for (int number = 0; number < 200; number++) {
                first.add(asking.ask(number).statusCode());
                second.add(other.ask(number).statusCode());
            }
        }

        assertThat(first).isEqualTo(second);
        assertThat(server.stats().withStatus(500)).isBetween(30L, 70L);
    }

    @Test
    void letsTheFirstFaultThatHitsDecide() throws Exception {
        server.settings(FakeJudgeSettings.DEFAULTS.disturbed(
                Disturbance.always(new Fault.Status(500)).first(1), Disturbance.always(new Fault.Status(502))));

        assertThat(statuses(1, 2)).containsExactly(500, 502);
        assertThat(server.stats().byFault()).containsOnlyKeys("status-500", "status-502");
    }

    @Test
    void failsTheNextRequestsOnDemand() throws Exception {
        server.failNext(2, new Fault.Status(500));
        server.failNext(1, new Fault.Status(504));

        assertThat(statuses(1, 2, 3, 4)).containsExactly(500, 500, 504, 200);
    }

    @Test
    void holdsManyOpenCallsWithoutAThreadForEach() {
        server.settings(FakeJudgeSettings.DEFAULTS.latency(Duration.ofHours(1)));
        int before = Thread.activeCount();
        List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
        for (int number = 0; number < 700; number++) {
            var request = asking.post("/v1/chat/completions", Asking.openAiBody(Asking.waste(number)));
            calls.add(asking.client().sendAsync(request.build(), BodyHandlers.ofString()));
        }
        await(() -> server.stats().inFlight() == 700);

        assertThat(calls).noneMatch(CompletableFuture::isDone);
        assertThat(Thread.activeCount() - before).isLessThan(100);
        calls.forEach(call -> call.cancel(true));
        await(() -> server.stats().abandoned() == 700);
        assertThat(server.stats().maxInFlight()).isEqualTo(700);
    }

    @Test
    void waitsAsLongAsItsPaceSays() {
        Admission admission = new Admission("ab".repeat(32), 1, 1);
        Pace pace = new Pace(Duration.ofMillis(100), Duration.ofMillis(50), Duration.ofSeconds(1));

        assertThat(pace.delay(admission)).isBetween(Duration.ofMillis(100), Duration.ofMillis(150));
        assertThat(pace.delay(admission)).isEqualTo(pace.delay(admission));
        assertThat(Pace.AT_ONCE.delay(admission)).isZero();
    }

    @Test
    void refusesSettingsOutOfRangeByName() {
        assertThatThrownBy(() -> Throttle.calls(0, 1)).hasMessageContaining("rps: 0.0; must be above 0");
        assertThatThrownBy(() -> Throttle.calls(1, 0)).hasMessageContaining("burst: 0.0; must be 1 or more");
        assertThatThrownBy(() -> Disturbance.always(Mishap.RESET).share(1.5)).hasMessageContaining("share: 1.5");
        assertThatThrownBy(() -> Disturbance.always(Mishap.REFUSE).share(0.5)).hasMessageContaining("refuse");
        assertThatThrownBy(() -> new Fault.Status(200)).hasMessageContaining("status: 200; must be 400 to 599");
        assertThatThrownBy(() -> FakeJudgeSettings.DEFAULTS.port(70_000)).hasMessageContaining("port: 70000");
        assertThatThrownBy(() -> FakeJudgeSettings.DEFAULTS.contextWindow(0)).hasMessageContaining("context-window: 0");
    }

    @ParameterizedTest
    @EnumSource(Mishap.class)
    void hasALabelOfLowerCaseWordsForEveryMishap(Mishap mishap) {
        assertThat(mishap.label()).matches("[a-z]+(-[a-z]+)*");
    }

    private void always(Fault fault) {
        server.settings(FakeJudgeSettings.DEFAULTS.disturbed(Disturbance.always(fault)));
    }

    private List<Integer> statuses(int... numbers) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int number : numbers) {
            statuses.add(asking.ask(number).statusCode());
        }
        return statuses;
    }

    private static JsonNode error(HttpResponse<String> response) throws IOException {
        return Asking.json(response.body()).path("error");
    }

    private interface Condition {
        boolean holds();
    }

    /** Turns until something that happens on another thread has happened. */
    private static void await(Condition condition) {
        long start = System.nanoTime();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
            Thread.onSpinWait();
        }
    }
}
