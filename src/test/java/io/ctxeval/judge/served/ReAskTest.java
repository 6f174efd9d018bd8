package io.ctxeval.judge.served;

import static io.ctxeval.judge.served.CallFixture.ask;
import static io.ctxeval.judge.served.CallFixture.client;
import static io.ctxeval.judge.served.CallFixture.policy;
import static io.ctxeval.judge.served.ScriptedEndpoint.answering;
import static io.ctxeval.judge.served.ScriptedEndpoint.behind;
import static io.ctxeval.judge.served.ScriptedEndpoint.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.served.ScriptedEndpoint.Answer;
import io.ctxeval.score.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is asked once more, in which words, and what the endpoint teaches (metrics.md 5.3). */
class ReAskTest {
    private static final Answer GOOD = http(200, "reply good");
    private static final Answer WRONG = http(200, "reply wrong");
    private static final Answer UNCITED = http(200, "reply uncited");
    private static final Answer PROSE = http(200, "reply Well, it depends.");
    private static final Answer CUT = http(200, "cut {\"chu");

    private final CountedPermits permits = new CountedPermits();

    private CallResult askOf(ScriptedEndpoint endpoint) throws Exception {
        return ask(client(endpoint.base(), policy(), permits));
    }

    @Test
    void aReplyThatIsNoJudgementIsShownToTheJudgeOnce() throws Exception {
        try (ScriptedEndpoint endpoint = answering(PROSE, GOOD)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.askedAgain()).isTrue();
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(result.inputTokens()).isEqualTo(20);
            assertThat(result.outputTokens()).isEqualTo(10);
            assertThat(endpoint.asked().get(1).body()).endsWith("earlier=Well, it depends. expected one JSON object");
            assertThat(permits.wanted.get(1)).isGreaterThan(permits.wanted.get(0));
        }
    }

    @Test
    void aSecondReplyThatIsNoJudgementIsUnparseable() throws Exception {
        try (ScriptedEndpoint endpoint = answering(WRONG, PROSE)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNPARSEABLE);
            assertThat(result.callClass()).isEqualTo(CallClass.UNPARSEABLE);
            assertThat(result.judgement()).isNull();
            assertThat(result.rawReply()).isEqualTo("Well, it depends.");
            assertThat(endpoint.asked()).hasSize(2);
        }
    }

    @Test
    void anEmptyReplyIsAskedAgainWithoutShowingIt() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(200, "reply "), GOOD)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(endpoint.asked().get(1).body()).endsWith("earlier=none");
        }
    }

    @Test
    void aResponseThatIsNoReplyIsAskedAgainOnce() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(200, "fail UNPARSEABLE not a chat completion"))) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNPARSEABLE);
            assertThat(result.rawReply()).contains("not a chat completion");
            assertThat(endpoint.asked()).hasSize(2);
            permits.assertSettledAs("answered 100/0", "answered 100/0");
        }
    }

    @Test
    void wrongIdsAreToldAndHeal() throws Exception {
        try (ScriptedEndpoint endpoint = answering(WRONG, GOOD)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.askedAgain()).isTrue();
            assertThat(endpoint.asked().get(1).body()).endsWith("earlier=wrong chunk 9 was not asked for");
        }
    }

    @Test
    void wrongIdsTwiceAreInvalid() throws Exception {
        try (ScriptedEndpoint endpoint = answering(WRONG, WRONG)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.JUDGE_INVALID);
            assertThat(result.callClass()).isEqualTo(CallClass.ANSWERED);
            assertThat(result.reason()).contains("chunk 9 was not asked for");
            assertThat(endpoint.asked()).hasSize(2);
            permits.assertSettledAs("answered 10/5", "answered 10/5");
        }
    }

    @Test
    void uncitedCoverageIsLeftToTheMetricAfterOneReAsk() throws Exception {
        try (ScriptedEndpoint endpoint = answering(UNCITED, UNCITED)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.judgement()).isEqualTo("{\"cited\":false}");
            assertThat(result.askedAgain()).isTrue();
            assertThat(endpoint.asked()).hasSize(2);
        }
    }

    @Test
    void aCutReplyIsRetriedOnceWithTwiceTheLimit() throws Exception {
        try (ScriptedEndpoint endpoint = answering(CUT, GOOD)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.askedAgain()).isFalse();
            assertThat(endpoint.asked().get(0).body()).contains("limit=400 ");
            assertThat(endpoint.asked().get(1).body()).contains("limit=800 ").endsWith("earlier=none");
        }
    }

    @Test
    void aReplyCutTwiceIsTruncated() throws Exception {
        try (ScriptedEndpoint endpoint = answering(CUT)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.JUDGE_TRUNCATED);
            assertThat(result.callClass()).isEqualTo(CallClass.TRUNCATED);
            assertThat(result.reason()).contains("800 tokens");
            assertThat(result.rawReply()).isEqualTo("{\"chu");
            assertThat(endpoint.asked()).hasSize(2);
        }
    }

    @Test
    void anEndpointThatRefusesTheDoubledLimitLeavesTheReplyTruncated() throws Exception {
        try (ScriptedEndpoint endpoint = answering(CUT, http(400, "max_tokens is too large"))) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.JUDGE_TRUNCATED);
            assertThat(result.reason()).contains("max_tokens is too large");
        }
    }

    @Test
    void aCutReplyAndAWrongOneAreBothHealed() throws Exception {
        try (ScriptedEndpoint endpoint = answering(WRONG, CUT, http(503, "busy"), GOOD)) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.OK);
            assertThat(result.attempts()).isEqualTo(4);
            assertThat(endpoint.asked().get(3).body()).contains("limit=800 earlier=wrong ");
        }
    }

    @Test
    void aRefusedParameterIsLeftOutFromThenOn() throws Exception {
        try (ScriptedEndpoint endpoint =
                answering(http(400, "refused-parameter temperature"), http(400, "refused-parameter seed"), GOOD)) {
            JudgeClient client = client(endpoint.base(), policy(), permits);

            assertThat(ask(client).status()).isEqualTo(Status.OK);
            assertThat(ask(client).attempts()).isEqualTo(1);
            assertThat(endpoint.asked().get(2).body()).contains("dropped=[seed, temperature]");
            assertThat(endpoint.asked().get(3).body()).contains("dropped=[seed, temperature]");
            permits.assertSettledAs("failed BAD_REQUEST", "failed BAD_REQUEST", "answered 10/5", "answered 10/5");
        }
    }

    @Test
    void aParameterThatIsRefusedThoughLeftOutIsABadRequest() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(400, "refused-parameter seed"))) {
            CallResult result = askOf(endpoint);

            assertThat(result.callClass()).isEqualTo(CallClass.BAD_REQUEST);
            assertThat(endpoint.asked()).hasSize(2);
        }
    }

    @Test
    void anEndpointThatRefusesEveryFormIsABadRequest() throws Exception {
        try (ScriptedEndpoint endpoint = answering(http(400, "refused-form"))) {
            CallResult result = askOf(endpoint);

            assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
            assertThat(result.callClass()).isEqualTo(CallClass.BAD_REQUEST);
            assertThat(result.rung()).isEqualTo("text");
            assertThat(endpoint.asked()).hasSize(3);
        }
    }

    /** Some endpoints quote the request in a refusal: what a chunk says there must not decide how other rows are asked. */
    @Test
    void aRefusalThatNoReplyFollowsTeachesNothing() throws Exception {
        try (ScriptedEndpoint endpoint =
                new ScriptedEndpoint(asked -> asked.body().contains("naughty") ? http(400, "refused-form") : GOOD)) {
            JudgeClient client = client(endpoint.base(), policy(), permits);

            CallResult naughty = client.ask(CallFixture.request("naughty"), CallFixture.RULES)
                    .get(60, TimeUnit.SECONDS);
            CallResult other =
                    client.ask(CallFixture.request("other"), CallFixture.RULES).get(60, TimeUnit.SECONDS);

            assertThat(naughty.callClass()).isEqualTo(CallClass.BAD_REQUEST);
            assertThat(naughty.rung()).isEqualTo("text");
            assertThat(other.status()).isEqualTo(Status.OK);
            assertThat(other.rung()).isEqualTo("json_schema");
        }
    }

    @Test
    void aHundredRefusalsOfOneRungStepDownOnce() throws Exception {
        CountDownLatch all = new CountDownLatch(100);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            all.countDown();
            return asked.body().contains("JSON_SCHEMA") ? behind(all, http(400, "refused-form")) : GOOD;
        })) {
            JudgeClient client = client(endpoint.base(), policy(), permits);
            List<CompletableFuture<CallResult>> calls = IntStream.range(0, 100)
                    .mapToObj(i -> client.ask(CallFixture.request("q" + i), CallFixture.RULES))
                    .toList();

            for (CompletableFuture<CallResult> call : calls) {
                CallResult result = call.get(60, TimeUnit.SECONDS);
                assertThat(result.status()).isEqualTo(Status.OK);
                assertThat(result.rung()).isEqualTo("json_object");
                assertThat(result.attempts()).isEqualTo(2);
            }
            permits.assertEachSettledOnce(200);
        }
    }
}
