package io.ctxeval.judge.served;

import static io.ctxeval.judge.served.CallFixture.RULES;
import static io.ctxeval.judge.served.CallFixture.client;
import static io.ctxeval.judge.served.CallFixture.policy;
import static io.ctxeval.judge.served.ScriptedEndpoint.behind;
import static io.ctxeval.judge.served.ScriptedEndpoint.blackHole;
import static io.ctxeval.judge.served.ScriptedEndpoint.http;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.served.CallWindow.Tally;
import io.ctxeval.judge.served.ScriptedEndpoint.Answer;
import io.ctxeval.score.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallWindowTest {
    private static final Answer GOOD = http(200, "reply good");
    private static final Duration GRACE = Duration.ofMillis(50);

    private final CountedPermits permits = new CountedPermits();
    private final List<CallResult> results = new ArrayList<>();

    private CallWindow window(ScriptedEndpoint endpoint, int inFlight) {
        return new CallWindow(client(endpoint.base(), policy(), permits), RULES, inFlight, GRACE);
    }

    private static Iterator<JudgeRequest> requests(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> CallFixture.request("q" + i))
                .iterator();
    }

    private List<String> keys() {
        return results.stream().map(result -> result.request().key()).toList();
    }

    @Test
    void everyRequestIsSettledOnceOnTheTasksThread() throws IOException {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.answering(GOOD)) {
            Thread task = Thread.currentThread();
            Tally tally = window(endpoint, 8)
                    .run(
                            requests(200),
                            result -> {
                                assertThat(Thread.currentThread()).isSameAs(task);
                                results.add(result);
                            },
                            () -> false,
                            () -> {});

            assertThat(tally).isEqualTo(new Tally(200, 200, null, false));
            assertThat(keys()).doesNotHaveDuplicates().hasSize(200);
            permits.assertEachSettledOnce(200);
        }
    }

    @Test
    void noMoreThanTheWindowIsInFlight() throws IOException {
        AtomicInteger taken = new AtomicInteger();
        Iterator<JudgeRequest> requests = requests(50);
        Iterator<JudgeRequest> counting = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return requests.hasNext();
            }

            @Override
            public JudgeRequest next() {
                assertThat(taken.incrementAndGet() - results.size()).isLessThanOrEqualTo(3);
                return requests.next();
            }
        };
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.answering(GOOD)) {
            window(endpoint, 3).run(counting, results::add, () -> false, () -> {});
        }
        assertThat(results).hasSize(50);
    }

    @Test
    void aSlowCallHoldsUpNobody() throws IOException {
        CountDownLatch others = new CountDownLatch(30);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            if (asked.body().startsWith("q0 ")) {
                return behind(others, GOOD);
            }
            others.countDown();
            return GOOD;
        })) {
            window(endpoint, 2).run(requests(31), results::add, () -> false, () -> {});

            assertThat(keys().indexOf("q0")).isGreaterThanOrEqualTo(29); // the last two end side by side
        }
    }

    @Test
    void fiveHundredCallsAreInFlightAtOnce() throws IOException {
        CountDownLatch all = new CountDownLatch(500);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            all.countDown();
            return behind(all, GOOD);
        })) {
            Tally tally = window(endpoint, 500).run(requests(500), results::add, () -> false, () -> {});

            assertThat(tally.settled()).isEqualTo(500);
            assertThat(results).allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.OK));
        }
    }

    @Test
    void aFatalAnswerStopsTheFeedAndTheRestIsNeverAsked() throws IOException {
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> asked.number() <= 10 ? GOOD : http(401, "no"))) {
            Tally tally = window(endpoint, 4).run(requests(1000), results::add, () -> false, () -> {});

            assertThat(tally.stopped()).isNotNull();
            assertThat(tally.interrupted()).isFalse();
            assertThat(tally.asked()).isEqualTo(results.size()).isBetween(11L, 14L);
            assertThat(endpoint.asked()).hasSize(results.size());
            permits.assertEachSettledOnce(results.size());
        }
    }

    @Test
    void aCapLetsCallsInFlightFinish() throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            if (asked.number() == 3) {
                permits.stop(new JudgingStopped("the cap of calls"));
            }
            return behind(gate, GOOD);
        })) {
            Tally tally = window(endpoint, 3)
                    .run(
                            requests(100),
                            results::add,
                            () -> {
                                permits.stopped().ifPresent(stop -> gate.countDown());
                                return false;
                            },
                            () -> {});

            assertThat(tally.asked()).isEqualTo(3);
            assertThat(tally.stopped()).hasMessage("the cap of calls");
            assertThat(results).allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.OK));
        }
    }

    @Test
    void theRunsDeadlineEndsCallsThatHangAndTypesThem() throws Exception {
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            if (asked.number() == 3) {
                permits.stop(new JudgingStopped("the run's deadline", JudgingStopped.InFlight.GIVE_UP_SOON));
            }
            return blackHole();
        })) {
            Tally tally = window(endpoint, 3).run(requests(100), results::add, () -> false, () -> {});

            assertThat(tally.asked()).isEqualTo(3);
            assertThat(results).hasSize(3).allSatisfy(result -> {
                assertThat(result.status()).isEqualTo(Status.JUDGE_UNAVAILABLE);
                assertThat(result.callClass()).isEqualTo(CallClass.TIMED_OUT);
                assertThat(result.reason()).contains("given up: the run's deadline");
            });
            assertThat(endpoint.closedByClient.tryAcquire(3, 30, TimeUnit.SECONDS))
                    .isTrue();
            permits.assertSettledAs("withdrawn", "withdrawn", "withdrawn");
        }
    }

    @Test
    void aKilledTaskClosesItsConnections() throws Exception {
        CountDownLatch arrived = new CountDownLatch(5);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            arrived.countDown();
            return blackHole();
        })) {
            Tally tally = window(endpoint, 5).run(requests(100), results::add, () -> arrived.getCount() == 0, () -> {});

            assertThat(tally.interrupted()).isTrue();
            assertThat(results).isEmpty();
            assertThat(endpoint.closedByClient.tryAcquire(5, 30, TimeUnit.SECONDS))
                    .isTrue();
            permits.assertSettledAs("withdrawn", "withdrawn", "withdrawn", "withdrawn", "withdrawn");
        }
    }

    @Test
    void anInterruptRestoresTheFlagAndStops() throws IOException {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.answering(blackHole())) {
            Thread.currentThread().interrupt();
            Tally tally = window(endpoint, 2).run(requests(10), results::add, () -> false, () -> {});

            assertThat(Thread.interrupted()).isTrue();
            assertThat(tally.interrupted()).isTrue();
        }
    }

    @Test
    void aSinkThatFailsEndsTheWindowAndItsCalls() throws Exception {
        try (ScriptedEndpoint endpoint =
                new ScriptedEndpoint(asked -> asked.body().startsWith("q0 ") ? GOOD : blackHole())) {
            assertThatThrownBy(() -> window(endpoint, 4)
                            .run(
                                    requests(100),
                                    result -> {
                                        throw new IOException("no space left");
                                    },
                                    () -> false,
                                    () -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no space left");
            permits.assertEachSettledOnce(4);
        }
    }

    @Test
    void theTickComesWhileNothingElseDoes() throws IOException {
        CountDownLatch ticks = new CountDownLatch(3);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> behind(ticks, GOOD))) {
            Tally tally = window(endpoint, 1).run(requests(1), results::add, () -> false, ticks::countDown);

            assertThat(tally.settled()).isEqualTo(1);
        }
    }

    @Test
    void cancellingAQuestionClosesItsConnection() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (ScriptedEndpoint endpoint = new ScriptedEndpoint(asked -> {
            arrived.countDown();
            return blackHole();
        })) {
            CompletableFuture<CallResult> asked =
                    client(endpoint.base(), policy(), permits).ask(CallFixture.request("q1"), RULES);
            arrived.await();

            asked.cancel(true);

            assertThat(endpoint.closedByClient.tryAcquire(1, 30, TimeUnit.SECONDS))
                    .isTrue();
            permits.assertSettledAs("withdrawn");
        }
    }
}
