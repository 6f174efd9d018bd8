package io.ctxeval.judge.served;

import io.ctxeval.judge.VerdictRules;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one task: a bounded number in flight, results as they come and in no order, so that a slow call holds up nobody.
 * Memory is bounded by the window. Runs once, on the task's thread, which does all the sink's work.
 */
public final class CallWindow {
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final JudgeClient client;
    private final VerdictRules rules;
    private final int mostInFlight;
    private final Duration grace;

    private final BlockingQueue<Finished> finished = new LinkedBlockingQueue<>();
    private final Set<Call> inFlight = new HashSet<>();
    private long asked;
    private long settled;
    private @Nullable JudgingStopped stopped;
    private long stoppedAt;
    private boolean gaveUp;
    private long lastTick;

    /** Takes results as they come. */
    @FunctionalInterface
    public interface Sink {
        void accept(CallResult result) throws IOException;
    }

    /** Work to be done at least every 200 ms, as far as the source of requests doesn't block: a group commit, a heartbeat. */
    @FunctionalInterface
    public interface Tick {
        void tick() throws IOException;
    }

    /**
     * What a window did.
     *
     * @param asked questions of which a request was sent
     * @param settled results that the sink took
     * @param stopped why judging stopped; null: all requests were taken
     * @param interrupted whether the task was killed: calls in flight were cancelled and their answers are lost
     */
    public record Tally(long asked, long settled, @Nullable JudgingStopped stopped, boolean interrupted) {}

    private record Finished(
            Call call,
            @Nullable CallResult result,
            @Nullable Throwable failure) {}

    /**
     * A window of one task.
     *
     * @param mostInFlight 1 or more
     * @param grace how long calls in flight may go on after a stop that is in a hurry ({@link JudgingStopped.InFlight})
     */
    public CallWindow(JudgeClient client, VerdictRules rules, int mostInFlight, Duration grace) {
        if (mostInFlight < 1) {
            throw new IllegalArgumentException("calls in flight: " + mostInFlight + "; must be >= 1");
        }
        this.client = client;
        this.rules = rules;
        this.mostInFlight = mostInFlight;
        this.grace = grace;
    }

    /**
     * Asks until the requests end, judging stops or the task is interrupted.
     *
     * @param interrupted polled at least every 200 ms, like {@code TaskContext.isInterrupted}
     * @throws IOException of the sink or the tick; calls in flight are cancelled
     */
    public Tally run(Iterator<JudgeRequest> requests, Sink sink, BooleanSupplier interrupted, Tick tick)
            throws IOException {
        lastTick = System.nanoTime();
        try {
            while (!interrupted.getAsBoolean()) {
                boolean full = inFlight.size() >= mostInFlight;
                boolean fed = !full && stopped == null && feed(requests);
                if (inFlight.isEmpty() && !fed) {
                    return tally(false);
                }
                take(fed && inFlight.size() < mostInFlight ? 0 : LONGEST_WAIT_NANOS, sink);
                tickIfDue(tick);
                lookForStop();
            }
            take(0, sink); // what is here was paid for
            return tally(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return tally(true);
        } finally {
            inFlight.forEach(call -> call.result().cancel(true));
        }
    }

    private boolean feed(Iterator<JudgeRequest> requests) {
        if (!requests.hasNext()) {
            return false;
        }
        Call call = client.call(requests.next(), rules);
        inFlight.add(call);
        CompletionStage<CallResult> end = call.result();
        end.whenComplete((result, failure) -> finished.add(new Finished(call, result, failure)));
        return true;
    }

    private void take(long waitNanos, Sink sink) throws IOException, InterruptedException {
        Finished next = waitNanos == 0 ? finished.poll() : finished.poll(waitNanos, TimeUnit.NANOSECONDS);
        for (; next != null; next = finished.poll()) {
            inFlight.remove(next.call());
            CallResult result = next.result();
            if (result == null) {
                neverAsked(next.failure());
            } else {
                asked++;
                sink.accept(result);
                settled++;
            }
        }
    }

    private void neverAsked(@Nullable Throwable failure) {
        if (!(failure instanceof JudgingStopped stop)) {
            throw new CompletionException("a call ended without a result", failure);
        }
        stop(stop);
    }

    private void lookForStop() {
        if (stopped == null) {
            Optional<JudgingStopped> stop = client.permits().stopped();
            stop.ifPresent(this::stop);
        }
        JudgingStopped stop = stopped;
        if (stop == null || gaveUp || stop.inFlight() == JudgingStopped.InFlight.FINISH) {
            return;
        }
        if (System.nanoTime() - stoppedAt >= grace.toNanos()) {
            gaveUp = true;
            String words = "given up: " + stop.getMessage();
            inFlight.forEach(call -> call.giveUp(words));
        }
    }

    private void stop(JudgingStopped stop) {
        if (stopped == null) {
            stopped = stop;
            stoppedAt = System.nanoTime();
        }
    }

    private void tickIfDue(Tick tick) throws IOException {
        long now = System.nanoTime();
        if (now - lastTick >= LONGEST_WAIT_NANOS) {
            lastTick = now;
            tick.tick();
        }
    }

    private Tally tally(boolean wasInterrupted) {
        return new Tally(asked, settled, stopped, wasInterrupted);
    }
}
