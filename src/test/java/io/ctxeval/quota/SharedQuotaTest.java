package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.quota.RateChange.Reason;
import io.ctxeval.quota.SimulatedCluster.Server;
import io.ctxeval.quota.SimulatedCluster.Worker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Executors, driver and a server that enforces the same rate, in simulated time. */
class SharedQuotaTest {
    private static final long SEED = 20_261_130;

    private static QuotaLimits perMinute(long requests, int inFlight) {
        return new QuotaLimits(requests, null, inFlight, Long.MAX_VALUE, null, null, null, QuotaLimits.LONGEST_PAUSE);
    }

    @ParameterizedTest
    @CsvSource({"1,20", "2,20", "4,20", "1,200", "2,200", "4,200", "4,1000", "16,200"})
    void usesTheQuotaAndIsNotRefused(int executors, int perSecond) {
        SimulatedCluster cluster = new SimulatedCluster(
                perMinute(perSecond * 60L, perSecond * 4), new Server(perSecond, perSecond * 0.25), SEED);
        for (int i = 0; i < executors; i++) {
            cluster.add(perSecond * 4 / executors, n -> 100);
        }
        cluster.run(Duration.ofSeconds(5), 200, 1500);
        int before = cluster.server.accepted;
        cluster.run(Duration.ofSeconds(60), 200, 1500);

        int used = cluster.server.accepted - before;
        assertThat(used).as("of the quota").isGreaterThanOrEqualTo((int) (0.95 * 60 * perSecond));
        assertThat(cluster.server.refused).as("429").isLessThan(cluster.server.accepted / 100);
    }

    @ParameterizedTest
    @CsvSource({"2,20", "2,200", "4,200"})
    void usesTheQuotaWhenAnExecutorDiesOnTheWay(int executors, int perSecond) {
        SimulatedCluster cluster = new SimulatedCluster(
                perMinute(perSecond * 60L, perSecond * 2), new Server(perSecond, perSecond * 0.25), SEED);
        for (int i = 0; i < executors; i++) {
            cluster.add(perSecond * 4, n -> 100);
        }
        cluster.run(Duration.ofSeconds(5), 200, 900);
        int before = cluster.server.accepted;
        cluster.run(Duration.ofSeconds(20), 200, 900);
        cluster.workers.get(0).dead = true;
        cluster.run(Duration.ofSeconds(40), 200, 900);

        assertThat(cluster.server.accepted - before).isGreaterThanOrEqualTo((int) (0.95 * 60 * perSecond));
        assertThat(cluster.server.refused).isLessThan(cluster.server.accepted / 100);
        assertThat(cluster.quota.figures(cluster.now()).executors()).isEqualTo(executors - 1);
    }

    @Test
    void findsTheRateOfAServerThatNobodyDescribed() {
        SimulatedCluster cluster =
                new SimulatedCluster(QuotaLimits.ofCalls(2000, Long.MAX_VALUE), new Server(100, 100), SEED);
        cluster.add(500, n -> 100);
        cluster.add(500, n -> 100);
        cluster.run(Duration.ofSeconds(20), 200, 900);
        int before = cluster.server.accepted;
        int refusedBefore = cluster.server.refused;
        cluster.run(Duration.ofMinutes(2), 200, 900);

        int used = cluster.server.accepted - before;
        assertThat(used).isGreaterThan((int) (0.8 * 120 * 100));
        assertThat(cluster.server.refused - refusedBefore).isLessThan(used / 20);
        assertThat(cluster.changes).extracting(RateChange::reason).contains(Reason.SLOW_START, Reason.RATE_LIMITED);
    }

    @Test
    void givesExecutorsThatWantTheSameTheSame() {
        SimulatedCluster cluster = new SimulatedCluster(perMinute(6000, 1000), new Server(1e9, 1e9), SEED);
        for (int i = 0; i < 3; i++) {
            cluster.add(300, n -> 100);
        }
        cluster.run(Duration.ofSeconds(60), 200, 900);
        double mean = cluster.workers.stream().mapToInt(w -> w.begun).average().orElseThrow();
        for (Worker worker : cluster.workers) {
            assertThat((double) worker.begun).isCloseTo(mean, within(mean * 0.02));
        }
    }

    @Test
    void leavesAModestExecutorWhatItWantsAndTheRestToTheGreedyOne() {
        SimulatedCluster cluster = new SimulatedCluster(perMinute(6000, 1000), new Server(1e9, 1e9), SEED);
        Worker modest = cluster.add(5, n -> 100);
        Worker greedy = cluster.add(900, n -> 100);
        cluster.run(Duration.ofSeconds(60), 450, 550);
        // five slots of half a second could make ten calls a second without any wait for leave
        assertThat(modest.begun).isBetween(480, 620);
        assertThat(modest.begun + greedy.begun).isGreaterThan((int) (0.95 * 60 * 100));
    }

    @Test
    void aWishOfManyTokensIsNotOvertakenForEver() {
        QuotaLimits limits =
                new QuotaLimits(null, 60_000L, 1000, Long.MAX_VALUE, null, null, null, QuotaLimits.LONGEST_PAUSE);
        SimulatedCluster cluster = new SimulatedCluster(limits, new Server(1e9, 1e9), SEED);
        Worker large = cluster.add(1, n -> 5000);
        Worker small = cluster.add(100, n -> 50);
        cluster.run(Duration.ofSeconds(60), 200, 900);
        assertThat(large.begun).isGreaterThanOrEqualTo(5);
        assertThat(small.begun).isGreaterThan(20);
        assertThat(large.begun * 5000 + small.begun * 50).isBetween(57_000, 60_000 + 5000 + 250);
    }

    @Test
    void tokensThatWereNotNeededAreUsedByOthers() {
        QuotaLimits limits =
                new QuotaLimits(6000L, 60_000L, 1000, Long.MAX_VALUE, null, null, null, QuotaLimits.LONGEST_PAUSE);
        Quota quota = new Quota(limits, null, JudgingSession.Spent.NOTHING, 0, change -> {});
        LeaseBook book = new LeaseBook("run", "1", 0, () -> {});
        int begun = 0;
        for (int second = 0; second < 60; second++) {
            for (int step = 0; step < 10; step++) {
                long now = (second * 10L + step) * 100_000_000L;
                for (int i = 0; i < 10 && book.waiting() < 10; i++) {
                    // estimated at 200, really 20: only settled tokens count in the long run
                    var unused = book.acquire(200).thenAccept(permit -> permit.answered(15, 5));
                }
                book.answered(quota.exchange(book.next(now), now), now).forEach(Runnable::run);
                for (Runnable begin = book.release(now); begin != null; begin = book.release(now)) {
                    begin.run();
                    begun++;
                }
            }
        }
        // 60,000 tokens at their estimate would be 300 calls
        assertThat(begun).isGreaterThan(900);
    }

    @Test
    void theWholeApplicationPausesForRetryAfterAndGoesOn() {
        SimulatedCluster cluster = new SimulatedCluster(perMinute(1200, 200), new Server(20, 5), SEED);
        cluster.server.retryAfter = Duration.ofSeconds(7);
        cluster.add(50, n -> 100);
        cluster.add(50, n -> 100);
        cluster.run(Duration.ofSeconds(10), 200, 900);
        cluster.server.level = -3;
        cluster.run(Duration.ofMillis(600), 200, 900);
        int before = cluster.server.accepted + cluster.server.refused;
        cluster.run(Duration.ofSeconds(6), 200, 900);
        assertThat(cluster.server.accepted + cluster.server.refused).isEqualTo(before);
        cluster.run(Duration.ofSeconds(20), 200, 900);
        assertThat(cluster.server.accepted).isGreaterThan(before + 200);
        assertThat(cluster.changes)
                .extracting(RateChange::reason)
                .containsSubsequence(Reason.RATE_LIMITED, Reason.PAUSED, Reason.RESUMED, Reason.GROWTH);
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void callsStopExactlyAtTheirCap(int executors) {
        QuotaLimits limits = new QuotaLimits(6000L, null, 100, 777, null, null, null, QuotaLimits.LONGEST_PAUSE);
        SimulatedCluster cluster = new SimulatedCluster(limits, new Server(1e9, 1e9), SEED);
        for (int i = 0; i < executors; i++) {
            cluster.add(40, n -> 100);
        }
        cluster.run(Duration.ofSeconds(30), 200, 900);
        assertThat(cluster.server.accepted).isEqualTo(777);
        assertThat(cluster.quota.stopCause())
                .hasValueSatisfying(
                        cause -> assertThat(cause.message()).isEqualTo("judge.max-calls: all 777 calls are used"));
        assertThat(cluster.workers).allSatisfy(w -> assertThat(w.stopped).isPositive());
        assertThat(cluster.quota.figures(cluster.now()).inFlight()).isZero();
    }
}
