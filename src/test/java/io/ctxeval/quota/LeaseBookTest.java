package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.judge.served.JudgingStopped;
import io.ctxeval.judge.served.Permits.Permit;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An executor's side as a timeline; times in milliseconds. */
class LeaseBookTest {
    private static final long MILLI = 1_000_000;

    private final AtomicInteger news = new AtomicInteger();
    private final LeaseBook book = new LeaseBook("run", "7", 0, news::incrementAndGet);

    private static Reply.Grant grant(int requests) {
        return new Reply.Grant(requests, 0, 5000, 100, null);
    }

    private Exchange ask(long millis) {
        return book.next(millis * MILLI);
    }

    private void answer(Reply reply, long millis) {
        book.answered(reply, millis * MILLI).forEach(Runnable::run);
    }

    private void releaseAll(long millis) {
        for (Runnable begin = book.release(millis * MILLI); begin != null; begin = book.release(millis * MILLI)) {
            begin.run();
        }
    }

    private void wish(long tokens) {
        assertThat(book.acquire(tokens)).isNotDone();
    }

    private static void isStopped(CompletableFuture<Permit> wish, String reason) {
        assertThatThrownBy(wish::get).hasCauseInstanceOf(JudgingStopped.class).hasMessageContaining(reason);
    }

    @Test
    void asksNothingWhileNobodyWantsAnything() {
        assertThat(book.untilAsk(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void wishesAreServedFirstComeFirst() {
        CompletableFuture<Permit> first = book.acquire(10);
        CompletableFuture<Permit> second = book.acquire(20);
        CompletableFuture<Permit> third = book.acquire(30);
        assertThat(news).hasValue(3);
        assertThat(book.untilAsk(0)).isZero();
        assertThat(ask(0).wishes()).containsExactly(10L, 20L, 30L);
        answer(grant(2), 1);
        assertThat(first).isNotDone();
        releaseAll(2);
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
        assertThat(book.untilAsk(2 * MILLI)).isEqualTo(99 * MILLI);
        assertThat(ask(101).wishes()).containsExactly(30L);
    }

    @Test
    void theNextExchangeTellsWhatEnded() throws Exception {
        List<CompletableFuture<Permit>> wishes = List.of(book.acquire(10), book.acquire(20), book.acquire(30));
        ask(0);
        answer(grant(3), 1);
        releaseAll(5);
        wishes.get(0).get().answered(7, 2);
        wishes.get(1).get().failed(CallClass.RATE_LIMITED, Duration.ofSeconds(3));
        Exchange report = ask(105);
        assertThat(report.started()).isEqualTo(3);
        assertThat(report.answered()).isEqualTo(1);
        assertThat(report.inputTokens()).isEqualTo(7);
        assertThat(report.outputTokens()).isEqualTo(2);
        assertThat(report.endedTokens()).isEqualTo(30);
        assertThat(report.failures()).containsExactly(new Failures(CallClass.RATE_LIMITED, 1, 3000L, 100));
        assertThat(report.slowestMillis()).isEqualTo(100);
        answer(grant(0), 106);
        wishes.get(2).get().answered(1, 1);
        Exchange next = ask(210);
        assertThat(next.sequence()).isEqualTo(3);
        assertThat(next.started()).isZero();
        assertThat(next.answered()).isEqualTo(1);
    }

    @Test
    void aCallEndsOnce() throws Exception {
        CompletableFuture<Permit> wish = book.acquire(10);
        ask(0);
        answer(grant(1), 1);
        releaseAll(1);
        wish.get().answered(1, 1);
        wish.get().failed(CallClass.TIMED_OUT, null);
        Exchange report = ask(101);
        assertThat(report.answered()).isEqualTo(1);
        assertThat(report.failures()).isEmpty();
    }

    @Test
    void anExchangeWithoutAnswerIsSentAgainAsItWas() {
        book.acquire(10).cancel(false);
        CompletableFuture<Permit> wish = book.acquire(20);
        Exchange lost = ask(0);
        assertThat(lost.wishes()).containsExactly(20L);
        book.unanswered(5 * MILLI);
        CompletableFuture<Permit> later = book.acquire(30);
        assertThat(book.untilAsk(6 * MILLI)).isEqualTo(249 * MILLI);
        assertThat(ask(255)).isSameAs(lost);
        assertThat(wish).isNotDone();
        answer(grant(1), 256);
        releaseAll(256);
        assertThat(wish).isCompleted();
        assertThat(later).isNotDone();
    }

    @Test
    void aWishTakenBackGivesItsLeaveBack() {
        CompletableFuture<Permit> wish = book.acquire(10);
        ask(0);
        wish.cancel(false);
        answer(grant(1), 1);
        releaseAll(1);
        Exchange report = ask(101);
        assertThat(report.started()).isZero();
        assertThat(report.returned()).isEqualTo(1);
        assertThat(report.endedTokens()).isEqualTo(10);
        assertThat(report.wishes()).isEmpty();
    }

    @Test
    void aWishTakenBackInTheMomentItBeginsGivesItsLeaveBackToo() {
        CompletableFuture<Permit> wish = book.acquire(10);
        ask(0);
        answer(grant(1), 1);
        Runnable begin = Objects.requireNonNull(book.release(MILLI));
        wish.cancel(false);
        begin.run();
        assertThat(book.inFlight()).isZero();
        Exchange report = ask(101);
        assertThat(report.started()).isZero();
        assertThat(report.returned()).isEqualTo(1);
    }

    @Test
    void leaveThatCameTooLateIsReturnedAndAskedForAgainInOrder() {
        wish(10);
        wish(20);
        wish(30);
        ask(0);
        answer(grant(2), 5001);
        releaseAll(5002);
        Exchange again = ask(5200);
        assertThat(again.returned()).isEqualTo(2);
        assertThat(again.wishes()).containsExactly(10L, 20L, 30L);
    }

    @Test
    void aStopEndsEverythingThatWaits() throws Exception {
        CompletableFuture<Permit> running = book.acquire(10);
        ask(0);
        answer(grant(1), 1);
        releaseAll(1);
        CompletableFuture<Permit> wish = book.acquire(20);
        CompletableFuture<Permit> held = book.acquire(30);
        ask(100);
        StopCause cause = new StopCause.Reached(StopCause.Limit.MAX_CALLS, "all are used");
        answer(new Reply.Grant(1, 0, 5000, 20, cause), 101);
        isStopped(wish, "all are used");
        isStopped(held, "all are used");
        isStopped(book.acquire(40), "all are used");
        running.get().answered(1, 1);
        Exchange last = ask(200);
        assertThat(last.answered()).isEqualTo(1);
        assertThat(last.returned()).isEqualTo(1);
    }

    @Test
    void aFatalAnswerIsToldEvenIfAnAskIsUnderWay() {
        CompletableFuture<Permit> wish = book.acquire(10);
        ask(0);
        book.stop(new StopCause.Fatal(CallClass.NOT_FOUND, "404: check the model"))
                .forEach(Runnable::run);
        isStopped(wish, "404: check the model");
        answer(grant(1), 1);
        assertThat(book.holds()).isFalse();
        Exchange told = ask(101);
        assertThat(told.fatal()).isEqualTo(new StopCause.Fatal(CallClass.NOT_FOUND, "404: check the model"));
        assertThat(told.returned()).isEqualTo(1);
    }

    @Test
    void aRefusalEndsEverythingForGood() {
        CompletableFuture<Permit> wish = book.acquire(10);
        ask(0);
        answer(new Reply.Refused("no session"), 1);
        isStopped(wish, "no session");
        isStopped(book.acquire(10), "no session");
        assertThat(book.untilAsk(2 * MILLI)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void callsInFlightAreToldOfEverySecondAndTheLastEndAtOnce() throws Exception {
        CompletableFuture<Permit> wish = book.acquire(10);
        ask(0);
        answer(grant(1), 0);
        releaseAll(0);
        assertThat(book.untilAsk(0)).isEqualTo(1000 * MILLI);
        int before = news.get();
        wish.get().answered(1, 1);
        assertThat(news).hasValue(before + 1);
        assertThat(book.untilAsk(0)).isEqualTo(100 * MILLI);
        ask(100);
        answer(grant(0), 100);
        assertThat(book.untilAsk(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aCallWhoseEndIsNeverToldIsWrittenOff() {
        wish(10);
        ask(0);
        answer(grant(1), 0);
        releaseAll(0);
        Exchange report = ask(Duration.ofMinutes(31).toMillis());
        assertThat(report.failures()).extracting(Failures::callClass).containsExactly(CallClass.TIMED_OUT);
        assertThat(book.inFlight()).isZero();
    }

    @Test
    void aLeaseIsSpreadOverItsPeriods() {
        for (int i = 0; i < 50; i++) {
            wish(1);
        }
        ask(0);
        answer(new Reply.Grant(50, 200, 5000, 100, null), 1);
        assertThat(book.heldPer(20)).isEqualTo(5);
        assertThat(book.heldPer(1000)).isEqualTo(50);
    }

    @Test
    void retryAfterOfAnyLengthIsPassedOn() throws Exception {
        for (@Nullable Duration asked : new @Nullable Duration[] {Duration.ofSeconds(Long.MAX_VALUE), Duration.ZERO, null}) {
            CompletableFuture<Permit> wish = book.acquire(1);
            ask(0);
            answer(grant(1), 0);
            releaseAll(0);
            wish.get().failed(CallClass.RATE_LIMITED, asked);
            Exchange report = ask(0);
            Long expected = asked == null ? null : asked.isZero() ? 0L : Long.MAX_VALUE;
            assertThat(report.failures().get(0).retryAfterMillis()).isEqualTo(expected);
            answer(grant(0), 0);
        }
    }
}
