package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.judge.served.JudgingStopped;
import io.ctxeval.judge.served.Permits;
import io.ctxeval.judge.served.Permits.Permit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The two sides in one JVM, on their real threads; waits end on events. */
@Timeout(60)
class LeaseKeeperTest {
    private static final QuotaLimits LIMITS =
            new QuotaLimits(60_000L, null, 50, 1000, null, null, null, QuotaLimits.LONGEST_PAUSE);

    private static JudgingSession session(String runId) {
        return new JudgingSession(runId, LIMITS, null, JudgingSession.Spent.NOTHING, null);
    }

    private static <T> T soon(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Test
    void callsGoThroughAndAreCounted() throws Exception {
        QuotaDriver driver = QuotaDriver.inProcess();
        try (OpenSession open = driver.open(session("run"));
                QuotaExecutor executor = QuotaExecutor.inProcess(driver)) {
            Permits permits = executor.permits("run");
            assertThat(executor.permits("run")).isSameAs(permits);
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(permits.acquire(100).thenAccept(permit -> permit.answered(70, 10)));
            }
            for (CompletableFuture<Void> call : calls) {
                soon(call);
            }
            // one more exchange carries the last ends
            soon(permits.acquire(1)).failed(CallClass.SERVER_ERROR, null);
            assertThat(open.figures().answered()).isBetween(150L, 200L);
            assertThat(open.figures().inputTokens()).isEqualTo(open.figures().answered() * 70);
        }
    }

    @Test
    void aFatalAnswerOnOneExecutorStopsTheOther() throws Exception {
        QuotaDriver driver = QuotaDriver.inProcess();
        QuotaLimits oneAtATime = QuotaLimits.ofCalls(1, 1000);
        try (OpenSession open =
                        driver.open(new JudgingSession("run", oneAtATime, null, JudgingSession.Spent.NOTHING, null));
                QuotaExecutor one = new QuotaExecutor("1", driver::receive);
                QuotaExecutor other = new QuotaExecutor("2", driver::receive)) {
            Permit holder = soon(one.permits("run").acquire(1));
            CompletableFuture<Permit> waiting = other.permits("run").acquire(1);
            one.permits("run").stop(CallClass.UNAUTHORISED, "401: check the key");
            assertThatThrownBy(() -> soon(waiting)).hasCauseInstanceOf(JudgingStopped.class);
            assertThat(open.stopCause()).contains(new StopCause.Fatal(CallClass.UNAUTHORISED, "401: check the key"));
            holder.failed(CallClass.UNAUTHORISED, null);
        }
    }

    @Test
    void noCallBeginsWhileTheDriverDoesNotAnswer() throws Exception {
        QuotaDriver driver = QuotaDriver.inProcess();
        AtomicInteger asks = new AtomicInteger();
        CompletableFuture<Void> thirdAsk = new CompletableFuture<>();
        Asking flaky = message -> {
            switch (asks.incrementAndGet()) {
                case 1 -> throw new TimeoutException("no answer");
                case 2 -> {
                    driver.receive(message); // the answer is lost
                    throw new IllegalStateException("connection lost");
                }
                default -> thirdAsk.complete(null);
            }
            return driver.receive(message);
        };
        try (OpenSession open = driver.open(session("run"));
                QuotaExecutor executor = new QuotaExecutor("1", flaky)) {
            CompletableFuture<Permit> wish = executor.permits("run").acquire(5);
            CompletableFuture<Boolean> tooEarly = wish.thenApply(permit -> !thirdAsk.isDone());
            assertThat(soon(tooEarly)).isFalse();
            assertThat(open.figures().inFlight()).isEqualTo(1);
            soon(wish).answered(1, 1);
        }
    }

    @Test
    void whoeverAsksForAClosedSessionIsStopped() {
        QuotaDriver driver = QuotaDriver.inProcess();
        try (QuotaExecutor executor = QuotaExecutor.inProcess(driver)) {
            assertThatThrownBy(() -> soon(executor.permits("gone").acquire(1)))
                    .hasCauseInstanceOf(JudgingStopped.class)
                    .hasMessageContaining("no judging session of run gone is open");
        }
    }

    @Test
    void theNextRunEndsWhatWaitsForTheOneBefore() throws Exception {
        QuotaDriver driver = QuotaDriver.inProcess();
        try (QuotaExecutor executor = new QuotaExecutor("1", message -> {
            throw new TimeoutException("never");
        })) {
            CompletableFuture<Permit> old = executor.permits("first").acquire(1);
            Permits next = executor.permits("second");
            assertThatThrownBy(() -> soon(old)).hasCauseInstanceOf(JudgingStopped.class);
            assertThat(next.acquire(1)).isNotDone();
        }
        assertThat(driver.figures()).isEmpty();
    }
}
