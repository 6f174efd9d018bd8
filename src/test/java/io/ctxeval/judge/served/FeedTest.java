package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.score.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeedTest {
    private final CountedPermits permits = new CountedPermits();

    private static Pass pass(CompletableFuture<Pass> entry) throws Exception {
        return entry.get(60, TimeUnit.SECONDS);
    }

    private static void failTwenty(Feed feed, CallClass callClass) throws Exception {
        List<Pass> passes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            passes.add(pass(feed.enter(1)));
        }
        passes.forEach(pass -> pass.failed(callClass, null));
    }

    private static CallPolicy pausing(Duration longestBackoff, Duration row) {
        CallPolicy p = CallFixture.policy();
        return new CallPolicy(
                p.connectTimeout(),
                p.attemptTimeout(),
                row,
                p.maxAttempts(),
                p.firstBackoff(),
                longestBackoff,
                p.longestRetryAfter(),
                p.maxReplyBytes());
    }

    @Test
    void anOpenBreakerHoldsRequestsBackAndAsksForNoQuota() throws Exception {
        Feed feed = new Feed(permits, pausing(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        failTwenty(feed, CallClass.SERVER_ERROR);

        CompletableFuture<Pass> waiting = feed.enter(1);

        assertThat(feed.paused()).isTrue();
        assertThat(permits.wanted).hasSize(20);
        assertThat(waiting).isNotDone();
        pass(waiting).answered(1, 1); // the pause is bounded
        permits.assertEachSettledOnce(21);
    }

    @Test
    void afterThePauseAFewProbeAndTheRestFollows() throws Exception {
        Feed feed = new Feed(permits, CallFixture.policy());
        failTwenty(feed, CallClass.CONNECTION_REFUSED);
        List<CompletableFuture<Pass>> waiting =
                IntStream.range(0, 50).mapToObj(i -> feed.enter(1)).toList();

        for (CompletableFuture<Pass> entry : waiting) {
            pass(entry).answered(1, 1);
        }

        assertThat(feed.paused()).isFalse();
        permits.assertEachSettledOnce(70);
    }

    @Test
    void requestsAreNotHeldBackByRefusalsOfTheQuota() throws Exception {
        Feed feed = new Feed(permits, CallFixture.policy());

        for (int round = 0; round < 5; round++) {
            failTwenty(feed, CallClass.RATE_LIMITED);
        }

        assertThat(feed.paused()).isFalse();
    }

    @Test
    void aPermitThatComesWhileTheBreakerIsOpenGoesBack() throws Exception {
        Feed feed = new Feed(permits, CallFixture.policy());
        List<Pass> passes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            passes.add(pass(feed.enter(1)));
        }
        permits.thenHoldBackAfter(0);
        CompletableFuture<Pass> late = feed.enter(1);
        CompletableFuture<Permits.Permit> wish = permits.held().get(0);
        passes.forEach(pass -> pass.failed(CallClass.TIMED_OUT, null));
        permits.thenHoldBackAfter(100);

        permits.grant(wish);

        pass(late).answered(1, 1);
        assertThat(permits.wanted).hasSize(22);
        permits.assertEachSettledOnce(22);
    }

    @Test
    void aWishThatIsTakenBackLeavesNoPermitOpen() throws Exception {
        Feed feed = new Feed(permits.thenHoldBackAfter(0), CallFixture.policy());
        CompletableFuture<Pass> entry = feed.enter(1);

        entry.cancel(true);

        assertThat(permits.held()).allSatisfy(wish -> assertThat(wish).isCancelled());
        permits.assertEachSettledOnce(0);
    }

    @Test
    void anEndpointThatStaysDownStopsJudging() throws Exception {
        Feed feed = new Feed(permits, pausing(Duration.ofMillis(4), Duration.ofNanos(1)));
        failTwenty(feed, CallClass.SERVER_ERROR);

        for (int i = 0; i < 5; i++) {
            pass(feed.enter(1)).failed(CallClass.SERVER_ERROR, null);
        }

        assertThat(permits.stops).containsExactly(CallClass.CONNECTION_REFUSED);
        assertThat(feed.enter(1)).failsWithin(Duration.ofSeconds(60));
    }

    @Test
    void anEndpointWhereNobodyEverListenedStopsJudgingSooner() throws Exception {
        Feed feed = new Feed(permits, pausing(Duration.ofMillis(4), Duration.ofHours(1)), Duration.ofNanos(1));
        failTwenty(feed, CallClass.CONNECTION_REFUSED);

        for (int i = 0; i < 5; i++) {
            pass(feed.enter(1)).failed(CallClass.CONNECTION_REFUSED, null);
        }

        assertThat(permits.stops).containsExactly(CallClass.CONNECTION_REFUSED);
    }

    @Test
    void anEndpointThatOnceAnsweredMayBeAwayForAWhile() throws Exception {
        Feed feed = new Feed(permits, pausing(Duration.ofMillis(4), Duration.ofHours(1)), Duration.ofNanos(1));
        pass(feed.enter(1)).answered(1, 1);
        failTwenty(feed, CallClass.CONNECTION_REFUSED);

        for (int i = 0; i < 5; i++) {
            pass(feed.enter(1)).failed(CallClass.CONNECTION_REFUSED, null);
        }
        pass(feed.enter(1)).answered(1, 1);

        assertThat(permits.stops).isEmpty();
    }

    @Test
    void anOutageFailsNoRow() throws Exception {
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked ->
                asked.number() <= 60 ? ScriptedEndpoint.http(503, "down") : ScriptedEndpoint.http(200, "reply good"))) {
            JudgeClient client = CallFixture.client(endpoint.base(), CallFixture.withAttempts(1000), permits);
            List<CompletableFuture<CallResult>> calls = IntStream.range(0, 40)
                    .mapToObj(i -> client.ask(CallFixture.request("q" + i), CallFixture.RULES))
                    .toList();

            for (CompletableFuture<CallResult> call : calls) {
                assertThat(call.get(60, TimeUnit.SECONDS).status()).isEqualTo(Status.OK);
            }
            permits.assertEachSettledOnce(100 + permits.withdrawn());
            assertThat(endpoint.asked()).hasSize(100);
        }
    }
}
