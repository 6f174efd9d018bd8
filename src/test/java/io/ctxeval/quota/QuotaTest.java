package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.quota.StopCause.Fatal;
import io.ctxeval.quota.StopCause.Limit;
import io.ctxeval.quota.StopCause.Reached;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The arithmetic as a timeline of exchanges; times in milliseconds. */
class QuotaTest {
    private static final QuotaLimits CALLS_ONLY = QuotaLimits.ofCalls(100, 1_000_000);

    private static Quota quota(QuotaLimits limits) {
        return new Quota(limits, new Pricing(1, 4), JudgingSession.Spent.NOTHING, 0, change -> {});
    }

    private static QuotaLimits limits(
            @Nullable Long requests, int inFlight, long maxCalls, @Nullable Long maxTokens, @Nullable Double maxCost) {
        return new QuotaLimits(requests, null, inFlight, maxCalls, maxTokens, maxCost, null, QuotaLimits.LONGEST_PAUSE);
    }

    /** An exchange by hand: what ended well and what is wanted. */
    private static Exchange exchange(
            String executor, long sequence, int started, int answered, long tokensEach, int wishes) {
        return new Exchange(
                "run",
                executor,
                sequence,
                started,
                answered,
                answered * tokensEach,
                0,
                List.of(),
                0,
                answered * tokensEach,
                Collections.nCopies(wishes, tokensEach),
                wishes,
                0,
                null);
    }

    private static Exchange failing(String executor, long sequence, int started, Failures failures, long tokens) {
        return new Exchange(
                "run", executor, sequence, started, 0, 0, 0, List.of(failures), 0, tokens, List.of(), 0, 0, null);
    }

    private static Reply.Grant at(Quota quota, long millis, Exchange exchange) {
        return quota.exchange(exchange, millis * 1_000_000);
    }

    @Test
    void grantsNoMoreThanHasAccrued() {
        Quota quota = quota(limits(600L, 100, 1000, null, null)); // 10/s
        // a burst, also what accrues unused, is a fifth of a second's worth
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1, 50)).requests()).isEqualTo(2);
        assertThat(at(quota, 50, exchange("a", 2, 2, 0, 1, 48)).requests()).isZero();
        assertThat(at(quota, 100, exchange("a", 3, 0, 0, 1, 48)).requests()).isEqualTo(1);
        assertThat(at(quota, 5000, exchange("a", 4, 1, 0, 1, 47)).requests()).isEqualTo(2);
    }

    @Test
    void theSameExchangeAgainGetsTheSameGrantOnce() {
        Quota quota = quota(limits(60_000L, 100, 1000, null, null));
        Exchange lost = exchange("a", 1, 0, 0, 1, 5);
        assertThat(at(quota, 0, lost).requests()).isEqualTo(5);
        assertThat(at(quota, 900, lost).requests()).isEqualTo(5);
        assertThat(quota.figures(900_000_000).inFlight()).isEqualTo(5);
        assertThat(at(quota, 1000, exchange("a", 2, 5, 0, 1, 1)).requests()).isEqualTo(1);
        assertThat(at(quota, 1001, lost).requests()).as("worked off late").isZero();
    }

    @Test
    void callsInFlightAreBoundedOverAllExecutors() {
        Quota quota = quota(limits(60_000L, 6, 1000, null, null));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1, 4)).requests()).isEqualTo(4);
        assertThat(at(quota, 100, exchange("b", 1, 0, 0, 1, 4)).requests()).isEqualTo(2);
        assertThat(at(quota, 200, exchange("b", 2, 2, 0, 1, 2)).requests()).isZero();
        at(quota, 300, exchange("a", 2, 4, 3, 1, 0));
        assertThat(at(quota, 400, exchange("b", 3, 0, 0, 1, 2)).requests()).isEqualTo(2);
    }

    @Test
    void anExecutorThatFellSilentLosesItsSlots() {
        Quota quota = quota(limits(60_000L, 4, 1000, null, null));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1, 4)).requests()).isEqualTo(4);
        assertThat(at(quota, 1000, exchange("b", 1, 0, 0, 1, 4)).requests()).isZero();
        assertThat(at(quota, 5000, exchange("b", 2, 0, 0, 1, 4)).requests()).isZero();
        assertThat(at(quota, 5001, exchange("b", 3, 0, 0, 1, 4)).requests()).isEqualTo(4);
        assertThat(quota.figures(5_002_000_000L).executors()).isEqualTo(1);
    }

    @Test
    void whatALostExecutorMayHaveCalledStaysCountedAndItsReturnIsTold() {
        Quota quota = quota(limits(60_000L, 10, 10, null, null));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1, 4)).requests()).isEqualTo(4);
        at(quota, 3000, exchange("b", 1, 0, 0, 1, 0));
        at(quota, 6000, exchange("b", 2, 0, 0, 1, 0));
        assertThat(at(quota, 6100, exchange("b", 3, 0, 0, 1, 9)).requests()).isEqualTo(6);
        assertThat(at(quota, 6200, exchange("a", 2, 4, 4, 1, 0)).requests()).isZero();
        QuotaFigures figures = quota.figures(6_300_000_000L);
        assertThat(figures.answered()).isEqualTo(4);
        assertThat(figures.inFlight()).isEqualTo(6);
        assertThat(figures.executors()).isEqualTo(2);
    }

    @Test
    void aFailureGivesItsTokensBack() {
        QuotaLimits limits = new QuotaLimits(
                60_000L, 6000L, 100, 1000, null, null, null, QuotaLimits.LONGEST_PAUSE); // 100 tokens a second
        Quota quota = quota(limits);
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 25, 1)).requests()).isEqualTo(1);
        at(quota, 1, failing("a", 2, 1, new Failures(CallClass.CONNECTION_RESET, 1, null, 1), 25));
        assertThat(at(quota, 2, exchange("a", 3, 0, 0, 25, 1)).requests()).isEqualTo(1);
        assertThat(at(quota, 3, exchange("a", 4, 1, 0, 25, 1)).requests()).isZero();
        assertThat(at(quota, 253, exchange("a", 5, 0, 0, 25, 1)).requests()).isEqualTo(1);
    }

    @Test
    void tokensAreCappedAtTheirEstimatesUntilTheyAreSettled() {
        Quota quota = quota(limits(60_000L, 100, 1000, 1000L, null));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 300, 5)).requests()).isEqualTo(3);
        assertThat(quota.stopCause()).isEmpty();
        // three end with 100 each instead of 300: there is room for two more
        Exchange settled =
                new Exchange("run", "a", 2, 3, 3, 240, 60, List.of(), 0, 900, List.of(300L, 300L, 300L), 3, 0, null);
        assertThat(at(quota, 500, settled).requests()).isEqualTo(2);
        Reply.Grant last = at(quota, 900, exchange("a", 3, 2, 2, 300, 1));
        assertThat(last.stopCause())
                .isEqualTo(new Reached(
                        Limit.MAX_TOKENS, "judge.max-tokens: the next call may go beyond the 1000 tokens of the run"));
    }

    @Test
    void costIsCappedAtTheDearerPrice() {
        // 4 a million at most: 1000 tokens may cost 0.004
        Quota quota = quota(limits(60_000L, 100, 1000, null, 0.01));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1000, 5)).requests()).isEqualTo(2);
        // both were prompts: 0.002 paid, room for two
        assertThat(at(quota, 500, exchange("a", 2, 2, 2, 1000, 3)).requests()).isEqualTo(2);
        assertThat(quota.figures(600_000_000).cost()).isEqualTo(0.002);
    }

    @Test
    void aCapIsNoStopWhileNobodyWantsMore() {
        Quota quota = quota(limits(60_000L, 100, 3, null, null));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1, 3)).requests()).isEqualTo(3);
        assertThat(at(quota, 100, exchange("a", 2, 3, 3, 1, 0)).stopCause()).isNull();
        assertThat(at(quota, 200, exchange("a", 3, 0, 0, 1, 1)).stopCause())
                .isEqualTo(new Reached(Limit.MAX_CALLS, "judge.max-calls: all 3 calls are used"));
    }

    @Test
    void callsThatWereGrantedAndNeverBegunDoNotCount() {
        Quota quota = quota(limits(60_000L, 100, 3, null, null));
        assertThat(at(quota, 0, exchange("a", 1, 0, 0, 1, 3)).requests()).isEqualTo(3);
        assertThat(at(quota, 50, exchange("b", 1, 0, 0, 1, 3)).stopCause()).isNull();
        Exchange back = new Exchange("run", "a", 2, 1, 0, 0, 0, List.of(), 2, 2, List.of(), 0, 0, null);
        at(quota, 100, back);
        assertThat(at(quota, 150, exchange("b", 2, 0, 0, 1, 3)).requests()).isEqualTo(2);
    }

    @Test
    void nothingStartsAfterTheDeadline() {
        QuotaLimits limits = new QuotaLimits(
                60_000L, null, 100, 1000, null, null, Duration.ofSeconds(10), QuotaLimits.LONGEST_PAUSE);
        Quota quota = quota(limits);
        assertThat(at(quota, 9999, exchange("a", 1, 0, 0, 1, 3)).requests()).isEqualTo(3);
        Reply.Grant late = at(quota, 10_000, exchange("a", 2, 3, 0, 1, 3));
        assertThat(late.requests()).isZero();
        assertThat(late.stopCause()).isEqualTo(new Reached(Limit.DEADLINE, "judge.deadline: 10s is over"));
    }

    @Test
    void aFatalAnswerStopsEveryExecutorAndStaysTheCause() {
        Quota quota = quota(CALLS_ONLY);
        Fatal fatal = new Fatal(CallClass.UNAUTHORISED, "401: check the key");
        at(quota, 0, new Exchange("run", "a", 1, 0, 0, 0, 0, List.of(), 0, 0, List.of(), 0, 0, fatal));
        at(
                quota,
                1,
                new Exchange(
                        "run",
                        "c",
                        1,
                        0,
                        0,
                        0,
                        0,
                        List.of(),
                        0,
                        0,
                        List.of(),
                        0,
                        0,
                        new Fatal(CallClass.FORBIDDEN, "403")));
        assertThat(at(quota, 2, exchange("b", 1, 0, 0, 1, 1)).stopCause()).isEqualTo(fatal);
    }

    @Test
    void aPauseHoldsForAllExecutorsAndLeavesNoBurst() {
        Quota quota = quota(limits(60_000L, 1000, 10_000, null, null));
        at(quota, 0, exchange("a", 1, 0, 0, 1, 5));
        at(quota, 100, failing("a", 2, 5, new Failures(CallClass.RATE_LIMITED, 5, 2000L, 90), 5));
        Reply.Grant paused = at(quota, 200, exchange("b", 1, 0, 0, 1, 100));
        assertThat(paused.requests()).isZero();
        assertThat(paused.askAgainMillis()).isBetween(500L, 1000L);
        assertThat(quota.figures(300_000_000).limitPerSecond()).isZero();
        assertThat(quota.figures(300_000_000).pausedMillis()).isEqualTo(1800);
        assertThat(at(quota, 2100, exchange("b", 2, 0, 0, 1, 100)).requests()).isZero();
        assertThat(at(quota, 2200, exchange("b", 3, 0, 0, 1, 100)).requests()).isPositive();
    }

    @Test
    void figuresTellWhatHappened() {
        Quota quota = quota(limits(60_000L, 1000, 10_000, null, null));
        at(quota, 0, exchange("a", 1, 0, 0, 10, 8));
        Exchange report = new Exchange(
                "run",
                "a",
                2,
                8,
                2,
                50,
                7,
                List.of(
                        new Failures(CallClass.RATE_LIMITED, 1, null, 5),
                        new Failures(CallClass.SERVER_ERROR, 2, null, 5)),
                0,
                50,
                List.of(10L),
                7,
                1234,
                null);
        at(quota, 1, report);
        QuotaFigures figures = quota.figures(2_000_000);
        assertThat(figures.started()).isEqualTo(8);
        assertThat(figures.answered()).isEqualTo(2);
        assertThat(figures.failures()).isEqualTo(Map.of(CallClass.RATE_LIMITED, 1L, CallClass.SERVER_ERROR, 2L));
        assertThat(figures.failed()).isEqualTo(3);
        assertThat(figures.rateLimited()).isEqualTo(1);
        assertThat(figures.inputTokens()).isEqualTo(50);
        assertThat(figures.outputTokens()).isEqualTo(7);
        assertThat(figures.cost()).isEqualTo(50e-6 + 28e-6);
        assertThat(figures.slowestMillis()).isEqualTo(1234);
        assertThat(figures.inFlight() + figures.waiting()).isEqualTo(3 + 7);
        assertThat(figures.callsPerSecond()).isBetween(8.0, 9.0);
    }

    @Test
    void manyExecutorsAskLessOften() {
        Quota quota = quota(CALLS_ONLY);
        assertThat(at(quota, 0, exchange("first", 1, 0, 0, 1, 0)).askAgainMillis())
                .isEqualTo(20);
        for (int i = 0; i < 39; i++) {
            at(quota, 1, exchange("executor-" + i, 1, 0, 0, 1, 0));
        }
        assertThat(at(quota, 2, exchange("first", 2, 0, 0, 1, 0)).askAgainMillis())
                .isEqualTo(200);
    }

    @Test
    void limitsOutOfRangeAreNamed() {
        assertThatThrownBy(() -> limits(0L, 1, 1, null, null)).hasMessage("requestsPerMinute: 0; must be >= 1");
        assertThatThrownBy(() -> limits(null, 0, 1, null, null)).hasMessage("inFlight: 0; must be >= 1");
        assertThatThrownBy(() -> limits(null, 1, 1, null, Double.NaN)).hasMessage("maxCost: NaN; must be >= 0");
        assertThatThrownBy(() ->
                        new Quota(limits(null, 1, 1, null, 1.0), null, JudgingSession.Spent.NOTHING, 0, change -> {}))
                .hasMessage("maxCost: 1.0; needs the prices of tokens");
    }
}
