package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.judge.served.Permits.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Executors that share one quota and call a server with a token bucket of its own, all in simulated time: one step is four milliseconds.
 * The quota and the lease books are the real ones; only the threads, the wire and the valve's clock are played.
 */
final class SimulatedCluster {
    static final long MILLI = 1_000_000;
    private static final int STEP_MILLIS = 4;
    private static final int VALVE_PERIOD_MILLIS = 20;

    final List<RateChange> changes = new ArrayList<>();
    final Quota quota;
    final Server server;
    final List<Worker> workers = new ArrayList<>();
    private final SplittableRandom random;
    private long millis;

    /** What the server does with a request of so many tokens. */
    static final class Server {
        final double perSecond;
        final double capacity;
        double level;
        int accepted;
        int refused;

        @Nullable Duration retryAfter;

        Server(double perSecond, double capacity) {
            this.perSecond = perSecond;
            this.capacity = capacity;
            this.level = capacity;
        }

        void tick() {
            level = Math.min(capacity, level + perSecond * STEP_MILLIS / 1000);
        }

        boolean accepts() {
            if (level < 1) {
                refused++;
                return false;
            }
            level -= 1;
            accepted++;
            return true;
        }
    }

    private record End(long atMillis, Runnable what) {}

    /** An executor that keeps a window of calls full. */
    final class Worker {
        final LeaseBook book;
        final IntUnaryOperator tokens;
        final PriorityQueue<End> ends = new PriorityQueue<>((a, b) -> Long.compare(a.atMillis, b.atMillis));
        int window;
        int open;
        int begun;
        int stopped;
        boolean dead;

        Worker(String id, int window, IntUnaryOperator tokens) {
            this.book = new LeaseBook("run", id, 0, () -> {});
            this.window = window;
            this.tokens = tokens;
        }

        void step(int latencyFrom, int latencyTo) {
            while (!ends.isEmpty() && ends.peek().atMillis <= millis) {
                open--;
                ends.poll().what.run();
            }
            while (open < window) {
                open++;
                long estimate = tokens.applyAsInt(random.nextInt(1 << 20));
                var unused = book.acquire(estimate).whenComplete((permit, refused) -> {
                    if (permit == null) {
                        stopped++;
                    } else {
                        begin(permit, estimate, random.nextInt(latencyFrom, latencyTo));
                    }
                });
                if (stopped > 0) {
                    return;
                }
            }
            if (book.untilAsk(now()) == 0) {
                Exchange exchange = book.next(now());
                book.answered(quota.exchange(exchange, now()), now()).forEach(Runnable::run);
            }
            if (millis % VALVE_PERIOD_MILLIS == 0) {
                int most = book.heldPer(VALVE_PERIOD_MILLIS);
                for (int i = 0; i < most && book.holds(); i++) {
                    Runnable begin = book.release(now());
                    if (begin != null) {
                        begin.run();
                    }
                }
            }
        }

        private void begin(Permit permit, long estimate, int latency) {
            begun++;
            if (server.accepts()) {
                ends.add(new End(millis + latency, () -> permit.answered(estimate - estimate / 10, estimate / 10)));
            } else {
                ends.add(new End(millis + 20, () -> permit.failed(CallClass.RATE_LIMITED, server.retryAfter)));
            }
        }
    }

    SimulatedCluster(QuotaLimits limits, Server server, long seed) {
        this.random = new SplittableRandom(seed);
        this.server = server;
        this.quota = new Quota(limits, null, JudgingSession.Spent.NOTHING, 0, changes::add);
    }

    Worker add(int window, IntUnaryOperator tokens) {
        Worker worker = new Worker("executor-" + workers.size(), window, tokens);
        workers.add(worker);
        return worker;
    }

    void run(Duration simulated, int latencyFrom, int latencyTo) {
        long end = millis + simulated.toMillis();
        for (; millis < end; millis += STEP_MILLIS) {
            server.tick();
            for (Worker worker : workers) {
                if (!worker.dead) {
                    worker.step(latencyFrom, latencyTo);
                }
            }
        }
    }

    long now() {
        return millis * MILLI;
    }
}
