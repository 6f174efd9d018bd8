package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.judge.served.Permits.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws that hold for any traffic: random executors, lost answers, deaths, failures, cancelled wishes. */
class QuotaProperties {
    private static final long MILLI = 1_000_000;
    private static final int MAX_CALLS = 4000;
    private static final int IN_FLIGHT = 60;
    private static final double PER_SECOND = 100;
    /** A quarter of a second, and a request an executor: at small shares each may have one. */
    private static final double BURST = PER_SECOND * 0.25 + 4;

    private static final double TOKENS_PER_SECOND = 20_000;
    private static final long MOST_TOKENS = 400;

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void neverGrantsMoreThanIsAllowed(long seed) {
        Traffic traffic = new Traffic(seed);
        traffic.run(40_000);
        traffic.settleAll();
    }

    private static final class Traffic {
        private final SplittableRandom random;
        private final Quota quota;
        private final Map<String, LeaseBook> books = new HashMap<>();
        private final Map<String, Long> answered = new HashMap<>();
        private final List<Permit> open = new ArrayList<>();
        private final List<CompletableFuture<Permit>> wishes = new ArrayList<>();
        private long now;
        private long begun;
        private long tokensBegun;
        private long tokensBack;
        private double allowance = BURST;
        private int executors;

        Traffic(long seed) {
            this.random = new SplittableRandom(seed);
            this.quota = new Quota(
                    new QuotaLimits(6000L, 1_200_000L, IN_FLIGHT, MAX_CALLS, null, null, null, Duration.ofSeconds(2)),
                    null,
                    JudgingSession.Spent.NOTHING,
                    0,
                    change -> {});
        }

        void run(int untilMillis) {
            while (now < untilMillis * MILLI) {
                long passed = random.nextInt(300) == 0 ? 3000 : random.nextInt(1, 30);
                now += passed * MILLI;
                allowance = Math.min(BURST, allowance + PER_SECOND * passed / 1000.0);
                if (books.size() < 4 && random.nextInt(20) == 0) {
                    String id = "executor-" + executors++;
                    books.put(id, new LeaseBook("run", id, now, () -> {}));
                }
                for (String id : List.copyOf(books.keySet())) {
                    step(id, books.getOrDefault(id, new LeaseBook("run", id, now, () -> {})));
                }
                check();
            }
        }

        private void step(String id, LeaseBook book) {
            for (int i = random.nextInt(6); i > 0 && book.waiting() < 40; i--) {
                long tokens = random.nextLong(1, MOST_TOKENS + 1);
                CompletableFuture<Permit> wish = book.acquire(tokens);
                wishes.add(wish);
                var unused = wish.thenAccept(permit -> {
                    begun++;
                    tokensBegun += tokens;
                    open.add(permit);
                });
            }
            if (!wishes.isEmpty() && random.nextInt(10) == 0) {
                wishes.get(random.nextInt(wishes.size())).cancel(false);
            }
            if (book.untilAsk(now) == 0) {
                Exchange exchange = book.next(now);
                Reply.Grant grant = quota.exchange(exchange, now);
                boolean again = exchange.sequence() == answered.getOrDefault(id, 0L);
                answered.put(id, exchange.sequence());
                allowance += again ? 0 : exchange.returned() - grant.requests();
                assertThat(allowance).as("what a server of that rate has left").isGreaterThan(-1e-6);
                if (random.nextInt(10) == 0) {
                    book.unanswered(now);
                } else {
                    book.answered(grant, now).forEach(Runnable::run);
                }
            }
            for (int i = random.nextInt(12); i > 0; i--) {
                Runnable begin = book.release(now);
                if (begin != null) {
                    begin.run();
                }
            }
            while (!open.isEmpty() && random.nextInt(3) > 0) {
                end(open.remove(random.nextInt(open.size())));
            }
            if (books.size() > 1 && random.nextInt(2000) == 0) {
                books.remove(id);
            }
        }

        private void end(Permit permit) {
            switch (random.nextInt(12)) {
                case 0 -> permit.failed(CallClass.SERVER_ERROR, null);
                case 1 -> permit.failed(CallClass.TIMED_OUT, Duration.ofMillis(random.nextInt(-50, 50)));
                default -> permit.answered(random.nextLong(1, 300), random.nextLong(1, 100));
            }
            tokensBack += MOST_TOKENS;
        }

        /** Calls begun since the start: a short burst, and what accrued. */
        private void check() {
            double seconds = now / 1e9;
            assertThat(1.0 * begun).isLessThanOrEqualTo(PER_SECOND * (seconds + 0.25) + 5);
            assertThat(begun).isLessThanOrEqualTo(MAX_CALLS);
            assertThat(1.0 * (tokensBegun - tokensBack))
                    .isLessThanOrEqualTo(TOKENS_PER_SECOND * (seconds + 0.25) + MOST_TOKENS);
            QuotaFigures figures = quota.figures(now);
            assertThat(figures.inFlight()).isBetween(0L, (long) IN_FLIGHT);
            assertThat(figures.started()).isLessThanOrEqualTo(begun);
        }

        /** When everything has ended and been told, nothing is left open. */
        void settleAll() {
            open.forEach(permit -> permit.failed(CallClass.CONNECTION_RESET, null));
            open.clear();
            wishes.forEach(wish -> wish.cancel(false));
            for (int i = 0; i < 30; i++) {
                now += 400 * MILLI;
                for (LeaseBook book : books.values()) {
                    book.answered(quota.exchange(book.next(now), now), now).forEach(Runnable::run);
                    book.release(now);
                }
            }
            assertThat(quota.figures(now).inFlight()).isZero();
            assertThat(quota.figures(now).waiting()).isZero();
        }
    }
}
