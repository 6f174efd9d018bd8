package io.ctxeval.judge.served;

import static io.ctxeval.judge.served.CallFixture.ask;
import static io.ctxeval.judge.served.CallFixture.client;
import static io.ctxeval.judge.served.CallFixture.policy;
import static io.ctxeval.judge.served.CallFixture.withAttempts;
import static io.ctxeval.judge.served.CallFixture.withDeadlines;
import static io.ctxeval.judge.served.ScriptedEndpoint.answering;
import static io.ctxeval.judge.served.ScriptedEndpoint.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.served.ScriptedEndpoint.Answer;
import io.ctxeval.score.Status;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each row of the fault table (judge-at-scale.md 5, 9): what heals, what doesn't, and what a reader is told. */
class CallFaultTest {
    private static final Answer GOOD = http(200, "reply good");
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CountedPermits permits = new CountedPermits();

    @Test
    void aGoodReplyIsAJudgementWithItsUsage() throws Exception {
        try (ScriptedEndpoint endpoint = answering(GOOD)) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.judgement()).isEqualTo("{\"good\":true}");
            assertThat(result.reason()).isEmpty();
            assertThat(result.callClass()).isEqualTo(CallClass.ANSWERED);
            assertThat(result.httpStatus()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(result.inputTokens()).isEqualTo(10);
            assertThat(result.outputTokens()).isEqualTo(5);
            assertThat(result.modelVersion()).isEqualTo("scripted-1");
            assertThat(result.rung()).isEqualTo("json_schema");
            assertThat(result.askedAgain()).isFalse();
            permits.assertSettledAs("answered 10/5");
            assertThat(permits.wanted).containsExactly(500L);
            ScriptedEndpoint.Asked asked = endpoint.asked().get(0);
            assertThat(asked.target()).isEqualTo("/v1/judge");
            assertThat(asked.headers())
                    .containsEntry("authorization", "Bearer " + CallFixture.KEY)
                    .containsEntry("content-type", "application/json")
                    .containsEntry("x-team", "quality")
                    .doesNotContainKey("upgrade");
        }
    }

    @Test
    void whereTheEndpointCountsNoTokensWeEstimate() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(200, "uncounted good"))) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.inputTokens()).isEqualTo(100);
            assertThat(result.outputTokens()).isEqualTo(2);
            permits.assertSettledAs("answered 100/2");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "408, REQUEST_TIMEOUT",
        "409, CONFLICT",
        "425, TOO_EARLY",
        "429, RATE_LIMITED",
        "500, SERVER_ERROR",
        "502, SERVER_ERROR",
        "503, SERVER_ERROR",
        "504, SERVER_ERROR",
        "529, OVERLOADED"
    })
    void aPassingFaultHealsOrIsToldAfterTheLastAttempt(int status, CallClass callClass) throws Exception {
        try (ScriptedEndpoint healing = answering(http(status, "busy"), GOOD);
                ScriptedEndpoint lasting = answering(http(status, "busy"))) {
            CallResult healed = ask(client(healing.base(), policy(), permits));
            assertThat(healed.status()).isEqualTo(Status.OK);
            assertThat(healed.attempts()).isEqualTo(2);
            permits.assertSettledAs("failed " + callClass, "answered 10/5");

            CallResult lost = ask(client(lasting.base(), policy(), new CountedPermits()));
            assertThat(lost.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(lost.callClass()).isEqualTo(callClass);
            assertThat(lost.httpStatus()).isEqualTo(status);
            assertThat(lost.attempts()).isEqualTo(4);
            assertThat(lasting.asked()).hasSize(4);
            assertThat(lost.reason())
                    .startsWith(callClass.name().toLowerCase(Locale.ROOT) + " (HTTP " + status + "): ")
                    .contains("words of the endpoint: busy", "Next: ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST",
        "413, TOO_LARGE",
        "418, OTHER_STATUS",
        "422, UNPROCESSABLE",
        "301, REDIRECTED",
        "307, REDIRECTED"
    })
    void aLastingFaultIsNotRetried(int status, CallClass callClass) throws Exception {
        try (ScriptedEndpoint endpoint =
                answering(http(status, "no", "location", "http://127.0.0.1:1/elsewhere"), GOOD)) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(callClass);
            assertThat(result.httpStatus()).isEqualTo(status);
            assertThat(endpoint.asked()).hasSize(1);
            permits.assertSettledAs("failed " + callClass);
            assertThat(permits.stops).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"CONTEXT_LENGTH, CONTEXT_TOO_LONG", "CONTENT_FILTER, JUDGE_REFUSED", "TOO_LARGE, JUDGE_UNAVAILABLE"})
    void aRefusalOfTheContentHasItsOwnStatus(CallClass callClass, Status status) throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(400, "fail " + callClass + " the endpoint's words"), GOOD)) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(status);
            assertThat(result.callClass()).isEqualTo(callClass);
            assertThat(result.reason()).contains("the endpoint's words");
            assertThat(endpoint.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"403, FORBIDDEN", "404, NOT_FOUND"})
    void aRefusalThatMayBeOfThePromptStopsJudgingOnlyWhenItRepeats(int status, CallClass callClass) throws Exception {
        Answer no = http(status, "no");
        try (ScriptedEndpoint endpoint = answering(no)) {
            JudgeClient client = client(endpoint.base(), policy(), permits);
            for (int call = 0; call < 4; call++) {
                assertThat(ask(client).callClass()).isEqualTo(callClass);
            }
            assertThat(permits.stops).isEmpty();

            assertThat(ask(client).status()).isEqualTo(Status.JUDGE_UNAVAILABLE);

            assertThat(permits.stops).containsExactly(callClass);
            assertThat(permits.messages.get(0)).contains("HTTP " + status, "Next: ");
        }
    }

    /** A gateway that refuses the large half of the questions mustn't end the run: its key and address are right. */
    @ParameterizedTest
    @CsvSource({"403, FORBIDDEN", "404, NOT_FOUND"})
    void afterAReplyManyMoreRefusalsAreNeeded(int status, CallClass callClass) throws Exception {
        try (ScriptedEndpoint endpoint =
                new ScriptedEndpoint(asked -> asked.number() == 5 ? http(200, "reply good") : http(status, "no"))) {
            JudgeClient client = client(endpoint.base(), policy(), permits);
            for (int call = 1; call <= 5 + 49; call++) {
                assertThat(ask(client).callClass()).isEqualTo(call == 5 ? CallClass.ANSWERED : callClass);
            }
            assertThat(permits.stops).isEmpty();

            ask(client);

            assertThat(permits.stops).containsExactly(callClass);
        }
    }

    @ParameterizedTest
    @CsvSource({"401, UNAUTHORISED", "402, PAYMENT_REQUIRED"})
    void aFatalAnswerStopsJudging(int status, CallClass callClass) throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(status, "no"))) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(callClass);
            assertThat(endpoint.asked()).hasSize(1);
            assertThat(permits.stops).containsExactly(callClass);
            assertThat(permits.messages.get(0)).contains("HTTP " + status, "Next: ");
        }
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheReply() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(200, "\uFEFFreply good"))) {
            assertThat(ask(client(endpoint.base(), policy(), permits)).status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void aSpentQuotaStopsJudgingThoughItsStatusIs429() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(429, "fail QUOTA_SPENT insufficient_quota"))) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.callClass()).isEqualTo(CallClass.QUOTA_SPENT);
            assertThat(endpoint.asked()).hasSize(1);
            assertThat(permits.stops).containsExactly(CallClass.QUOTA_SPENT);
        }
    }

    @Test
    void whatTheEndpointAsksForIsBoundedAndTold() throws Exception {
        try (ScriptedEndpoint endpoint =
                answering(http(429, "slow down", "retry-after", "86400"), http(429, "so", "retry-after", "0"), GOOD)) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.OK);
            permits.assertSettledAs("failed RATE_LIMITED PT0.05S", "failed RATE_LIMITED PT0S", "answered 10/5");
        }
    }

    @Test
    void aRefusedConnectionIsRetried() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        CallResult result = ask(client(URI.create("http://127.0.0.1:" + port), policy(), permits));

        assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
        assertThat(result.callClass()).isEqualTo(CallClass.CONNECTION_REFUSED);
        assertThat(result.httpStatus()).isNull();
        assertThat(result.attempts()).isEqualTo(4);
        permits.assertEachSettledOnce(4);
    }

    @Test
    void aHostNameThatNeverResolvedStopsJudging() throws Exception {
        CallResult result = ask(client(URI.create("http://no-such-host.invalid/v1"), policy(), permits));

        assertThat(result.callClass()).isEqualTo(CallClass.NOT_FOUND);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.reason()).contains("host name");
        assertThat(permits.stops).containsExactly(CallClass.NOT_FOUND);
    }

    @Test
    void aResetBeforeTheHeadersHeals() throws Exception {
        try (ScriptedEndpoint endpoint = answering(ScriptedEndpoint.reset(), GOOD)) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.OK);
            permits.assertSettledAs("failed CONNECTION_RESET", "answered 10/5");
        }
    }

    @Test
    void aResetInTheBodyHeals() throws Exception {
        try (ScriptedEndpoint endpoint = answering(ScriptedEndpoint.resetInBody(), GOOD)) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.OK);
            permits.assertSettledAs("failed CONNECTION_RESET", "answered 10/5");
        }
    }

    @Test
    void aSilentEndpointEndsEachAttemptAtItsDeadlineAndClosesTheConnection() throws Exception {
        assertEndsAtTheDeadline(ScriptedEndpoint.blackHole());
    }

    @Test
    void aBodyThatTricklesEndsEachAttemptAtItsDeadlineAndClosesTheConnection() throws Exception {
        assertEndsAtTheDeadline(ScriptedEndpoint.trickle());
    }

    private void assertEndsAtTheDeadline(Answer answer) throws Exception {
        try (ScriptedEndpoint endpoint = answering(answer)) {
            CallResult result = ask(client(endpoint.base(), withDeadlines(SHORT, LONG), permits));

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(CallClass.TIMED_OUT);
            assertThat(result.attempts()).isEqualTo(2);
            permits.assertSettledAs("failed TIMED_OUT", "failed TIMED_OUT");
            assertThat(endpoint.closedByClient.tryAcquire(2, 30, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void theRowsDeadlineEndsTheQuestionInTheMiddleOfAnAttempt() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(503, "busy"), ScriptedEndpoint.blackHole())) {
            CallResult result = ask(client(endpoint.base(), withDeadlines(LONG, SHORT), permits));

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(CallClass.TIMED_OUT);
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(result.reason()).contains("no judgement within the row's 300 ms", "words of the endpoint: busy");
            permits.assertEachSettledOnce(2);
            assertThat(endpoint.closedByClient.tryAcquire(1, 30, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void theRowsDeadlineEndsTheQuestionBetweenAttempts() throws Exception {
        permits.thenHoldBackAfter(1);
        try (ScriptedEndpoint endpoint = answering(http(503, "busy"))) {
            CallResult result = ask(client(endpoint.base(), withDeadlines(LONG, SHORT), permits));

            assertThat(result.callClass()).isEqualTo(CallClass.TIMED_OUT);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(permits.held()).allSatisfy(wish -> assertThat(wish).isCancelled());
            permits.assertEachSettledOnce(1);
        }
    }

    @Test
    void theRowsClockStartsWithTheFirstRequestNotWithTheWish() throws Exception {
        permits.thenHoldBackAfter(0);
        try (ScriptedEndpoint endpoint = answering(GOOD)) {
            var asked = client(endpoint.base(), withDeadlines(LONG, Duration.ofMillis(1)), permits)
                    .ask(CallFixture.request("q1"), CallFixture.RULES);

            assertThat(permits.held()).hasSize(1);
            assertThat(asked).isNotDone();
            permits.stop(new JudgingStopped("the run's deadline"));
            assertThat(asked)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(JudgingStopped.class);
            assertThat(endpoint.asked()).isEmpty();
        }
    }

    @Test
    void aReplyWithoutEndIsCutOffAtTheBound() throws Exception {
        try (ScriptedEndpoint endpoint = answering(ScriptedEndpoint.endless())) {
            CallResult result = ask(client(endpoint.base(), policy(), permits));

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(CallClass.OVERSIZED_REPLY);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(endpoint.closedByClient.tryAcquire(1, 30, TimeUnit.SECONDS))
                    .isTrue();
            permits.assertSettledAs("failed OVERSIZED_REPLY");
        }
    }

    @Test
    void aReplyIsHeardThatTheRequestsOutputLimitAllows() throws Exception {
        String reply = "x".repeat(100 * 1024);
        JudgeRequest wordy = new JudgeRequest(
                "q1", new Question.Decompose("What is asked?", null, 5), "decompose", "system", "user", 7_000, 100);
        try (ScriptedEndpoint endpoint = answering(http(200, "reply " + reply))) {
            CallResult result = client(endpoint.base(), policy(), permits)
                    .ask(wordy, CallFixture.RULES)
                    .get(60, TimeUnit.SECONDS);

            assertThat(result.callClass()).as(result.reason()).isNotEqualTo(CallClass.OVERSIZED_REPLY);
            assertThat(result.rawReply()).startsWith("xxx");
        }
    }

    @Test
    void aReplyAnnouncedAsTooLargeIsNotRead() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(200, "x".repeat(64 * 1024 + 1)))) {
            assertThat(ask(client(endpoint.base(), policy(), permits)).callClass())
                    .isEqualTo(CallClass.OVERSIZED_REPLY);
        }
    }

    @Test
    void aReplyAtTheBoundIsRead() throws Exception {
        String reply = "reply " + "x".repeat(64 * 1024 - "reply ".length());
        try (ScriptedEndpoint endpoint = answering(http(200, reply), GOOD)) {
            assertThat(ask(client(endpoint.base(), policy(), permits)).status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void judgingThatStopsBetweenAttemptsLeavesTheLastFailure() throws Exception {
        permits.thenHoldBackAfter(1);
        try (ScriptedEndpoint endpoint = answering(http(503, "busy"))) {
            var asked = client(endpoint.base(), policy(), permits).ask(CallFixture.request("q1"), CallFixture.RULES);
            permits.someoneWaits.get(60, TimeUnit.SECONDS);
            permits.stop(new JudgingStopped("the run's cap of calls"));
            CallResult result = asked.get(60, TimeUnit.SECONDS);

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(CallClass.SERVER_ERROR);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(result.reason()).contains("words of the endpoint: busy", "judging stopped", "cap of calls");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "fail UNAUTHORISED key sk-canary-7f3a is wrong"})
    void noKeyAndNoOwnFaultGetsOut(String body) throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(401, body))) {
            CallResult result = ask(client(endpoint.base(), withAttempts(1), permits));

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.toString()).doesNotContain(CallFixture.KEY);
            assertThat(permits.messages.toString()).doesNotContain(CallFixture.KEY);
            permits.assertEachSettledOnce(1);
        }
    }
}
