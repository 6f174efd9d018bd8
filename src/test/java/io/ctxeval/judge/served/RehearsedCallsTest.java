package io.ctxeval.judge.served;

import static io.ctxeval.rehearsal.Disturbance.always;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Question;
import io.ctxeval.rehearsal.Disturbance;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.Fault;
import io.ctxeval.rehearsal.Mishap;
import io.ctxeval.score.Status;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real prompts and providers against the fake judge that is shipped, whose count says what was paid. */
class RehearsedCallsTest {
    private final CountedPermits permits = new CountedPermits();
    private final List<CallResult> results = new ArrayList<>();

    @AfterEach
    void forget() {
        JudgeClient.forget(permits);
    }

    private void run(FakeJudgeServer judge, String family, int questions) throws IOException {
        boolean anthropic = family.equals("anthropic");
        ModelSettings settings = anthropic ? Settings.CLAUDE : Settings.PLAIN;
        Iterator<JudgeRequest> requests = IntStream.range(0, questions)
                .mapToObj(i -> Requests.of(question(i), settings))
                .iterator();
        JudgeClient client = JudgeClient.of(
                new Endpoint(anthropic ? judge.root() : URI.create(judge.root() + "/v1"), Map.of()),
                settings,
                CallFixture.withAttempts(20),
                permits,
                () -> CallFixture.KEY);
        new CallWindow(client, CallFixture.RULES, 16, Duration.ofSeconds(1))
                .run(requests, results::add, () -> false, () -> {});
    }

    private static Question question(int number) {
        return new Question.Waste(
                List.of("The depot of line " + number + " has four trams.", "Rain is likely on day " + number + "."),
                "There are four trams.",
                "How many trams has line " + number + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic"})
    void whateverHealsIsJudgedAndPaidOnce(String family) throws IOException {
        List<Fault> faults = List.of(
                new Fault.Status(429),
                new Fault.Status(503),
                new Fault.Status(529),
                Mishap.RESET,
                Mishap.RESET_BODY,
                Mishap.MALFORMED,
                Mishap.WRONG_IDS,
                Mishap.TRUNCATED,
                Mishap.EMPTY,
                Mishap.NOT_JSON);
        Disturbance[] disturbances = faults.stream()
                .map(fault -> always(fault).share(0.08).healAfter(1))
                .toArray(Disturbance[]::new);
        try (FakeJudgeServer judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS.disturbed(disturbances))) {
            run(judge, family, 200);

            assertThat(results).extracting(CallResult::reason).containsOnly("");
            assertThat(results).hasSize(200).extracting(CallResult::status).containsOnly(Status.OK);
            assertThat(judge.stats().answered()).isEqualTo(200);
            assertThat(judge.stats().answeredMoreThanOnce()).isZero();
            assertThat(judge.stats().byFault()).hasSize(faults.size());
            assertThat(judge.stats().requests())
                    .isEqualTo(results.stream().mapToLong(CallResult::attempts).sum());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OVERSIZED, JUDGE_UNAVAILABLE, OVERSIZED_REPLY, 1",
        "HUGE, JUDGE_UNAVAILABLE, OVERSIZED_REPLY, 1",
        "REDIRECT, JUDGE_UNAVAILABLE, REDIRECTED, 1",
        "TRUNCATED, JUDGE_TRUNCATED, TRUNCATED, 2",
        "MALFORMED, JUDGE_UNPARSEABLE, UNPARSEABLE, 2",
        "EMPTY, JUDGE_UNPARSEABLE, UNPARSEABLE, 2",
        "NOT_JSON, JUDGE_UNPARSEABLE, UNPARSEABLE, 2",
        "WRONG_IDS, JUDGE_INVALID, ANSWERED, 2",
        "FILTER, JUDGE_REFUSED, CONTENT_FILTER, 1",
        "TOO_LONG, CONTEXT_TOO_LONG, CONTEXT_LENGTH, 1"
    })
    void whatLastsIsTyped(Mishap mishap, Status status, CallClass callClass, int attempts) throws IOException {
        for (String family : List.of("openai", "anthropic")) {
            results.clear();
            try (FakeJudgeServer judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS.disturbed(always(mishap)))) {
                run(judge, family, 1);

                CallResult result = results.get(0);
                assertThat(result.status()).as(family + ": " + result.reason()).isEqualTo(status);
                assertThat(result.callClass()).isEqualTo(callClass);
                assertThat(result.attempts()).isEqualTo(attempts);
                assertThat(result.reason()).isNotBlank();
                assertThat(permits.stops).isEmpty();
                assertThat(judge.stats().redirectsFollowed()).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"SPENT_QUOTA, openai", "DAILY_QUOTA, openai", "SPENT_QUOTA, anthropic"})
    void aSpentQuotaStopsEveryCallToCome(Mishap mishap, String family) throws IOException {
        try (FakeJudgeServer judge = FakeJudgeServer.start(
                FakeJudgeSettings.DEFAULTS.disturbed(always(mishap).after(20)))) {
            run(judge, family, 2000);

            assertThat(permits.stops).isNotEmpty();
            assertThat(judge.stats().requests()).isBetween(21L, 36L);
            assertThat(results).hasSize((int) judge.stats().requests());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic"})
    void aRefusedParameterCostsOneRequestACall(String family) throws IOException {
        try (FakeJudgeServer judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS.refusing("temperature"))) {
            run(judge, family, 100);

            assertThat(results).extracting(CallResult::status).containsOnly(Status.OK);
            assertThat(judge.stats().withStatus(400)).isBetween(1L, 16L);
        }
    }
}
