package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.judge.served.JudgingStopped;
import io.ctxeval.judge.served.Permits.Permit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An executor's wishes, leases and calls, with time as a parameter. A wish waits, is asked for, is held under a lease, becomes a call and
 * ends. Safe for many threads; futures are completed by the caller, outside the lock.
 */
final class LeaseBook {
    private static final int MOST_WISHES = 256;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long HEARTBEAT = Duration.ofSeconds(1).toNanos();
    private static final long RETRY = Duration.ofMillis(250).toNanos();
    /** A caller that was killed may never say how its call ended; its slot must not be lost for ever. */
    private static final long LONGEST_CALL = Duration.ofMinutes(30).toNanos();

    private record Wish(long tokens, CompletableFuture<Permit> future) {}

    private record Lease(Wish wish, long validUntil) {}

    private final String runId;
    private final String executorId;
    private final Runnable news;

    private final Deque<Wish> waiting = new ArrayDeque<>();
    private final Deque<Wish> asked = new ArrayDeque<>();
    private final Deque<Lease> held = new ArrayDeque<>();
    private final Set<Call> calls = new LinkedHashSet<>();
    private Tally tally = new Tally();
    private long sequence;
    private @Nullable Exchange unanswered;
    private long lastAsked;
    private long earliest;
    private long spreadMillis;
    private @Nullable JudgingStopped stopped;
    private StopCause.@Nullable Fatal fatal;
    private boolean refused;

    /** @param news runs, outside the lock, when there may be something to ask or tell sooner than was said */
    LeaseBook(String runId, String executorId, long now, Runnable news) {
        this.runId = runId;
        this.executorId = executorId;
        this.news = news;
        this.lastAsked = now;
        this.earliest = now;
    }

    CompletableFuture<Permit> acquire(long tokens) {
        CompletableFuture<Permit> future = new CompletableFuture<>();
        synchronized (this) {
            if (stopped != null) {
                return CompletableFuture.failedFuture(stopped);
            }
            waiting.addLast(new Wish(Math.max(0, tokens), future));
        }
        news.run();
        return future;
    }

    /** A fatal answer: everything that waits here ends, and the driver is told. What is to be run is left to the caller. */
    synchronized List<Runnable> stop(StopCause.Fatal cause) {
        if (fatal == null) {
            fatal = cause;
        }
        return stopAll(asStop(cause));
    }

    /** The keeper goes: everything that waits here ends. */
    synchronized List<Runnable> close(String reason) {
        refused = true;
        return stopAll(new JudgingStopped(reason));
    }

    /** Nanoseconds until the next exchange is due; {@link Long#MAX_VALUE} while there is nothing to ask or tell. */
    synchronized long untilAsk(long now) {
        boolean busy = !calls.isEmpty() || !held.isEmpty();
        if (refused) {
            return Long.MAX_VALUE;
        }
        if (unanswered != null || !waiting.isEmpty() || fatal != null || (!busy && !tally.isEmpty())) {
            return Math.max(0, earliest - now);
        }
        return busy ? Math.max(0, Math.max(earliest - now, lastAsked + HEARTBEAT - now)) : Long.MAX_VALUE;
    }

    /** The exchange to send: the one that wasn't answered, else a new one. */
    synchronized Exchange next(long now) {
        lastAsked = now;
        Exchange again = unanswered;
        if (again != null) {
            return again;
        }
        endForgotten(now);
        for (Wish wish = waiting.pollFirst(); wish != null; wish = waiting.pollFirst()) {
            if (!wish.future().isDone()) {
                asked.addLast(wish);
            }
            if (asked.size() == MOST_WISHES) {
                break;
            }
        }
        Exchange exchange = new Exchange(
                runId,
                executorId,
                ++sequence,
                tally.started,
                tally.answered,
                tally.inputTokens,
                tally.outputTokens,
                tally.failures(now),
                tally.returned,
                tally.endedTokens,
                asked.stream().map(Wish::tokens).toList(),
                asked.size() + waiting.size(),
                slowestMillis(now),
                fatal);
        tally = new Tally();
        fatal = null;
        unanswered = exchange;
        return exchange;
    }

    /** The driver didn't answer: the same exchange is due again after a while. */
    synchronized void unanswered(long now) {
        earliest = now + RETRY;
    }

    /** The driver's answer to the last exchange. What is to be run is left to the caller. */
    synchronized List<Runnable> answered(Reply reply, long now) {
        unanswered = null;
        if (!(reply instanceof Reply.Grant grant)) {
            putBackAsked();
            refused = true;
            return stopAll(new JudgingStopped(
                    reply instanceof Reply.Refused refusal ? refusal.reason() : "the driver's answer is no lease"));
        }
        earliest = now + grant.askAgainMillis() * NANOS_PER_MILLI;
        spreadMillis = grant.spreadMillis();
        long validUntil = lastAsked + grant.validForMillis() * NANOS_PER_MILLI;
        for (int i = 0; i < grant.requests() && !asked.isEmpty(); i++) {
            held.addLast(new Lease(asked.removeFirst(), validUntil));
        }
        putBackAsked();
        StopCause cause = grant.stopCause();
        JudgingStopped stop = cause == null ? stopped : asStop(cause);
        return stop == null ? List.of() : stopAll(stop);
    }

    /** Begins the call that comes next under a lease; null when there is none. What is to be run is left to the caller. */
    synchronized @Nullable Runnable release(long now) {
        returnExpired(now);
        for (Lease lease = held.pollFirst(); lease != null; lease = held.pollFirst()) {
            Wish wish = lease.wish();
            if (wish.future().isDone()) {
                tally.returned(wish.tokens());
                continue;
            }
            Call call = new Call(wish.tokens(), now);
            calls.add(call);
            tally.started();
            return () -> {
                if (!wish.future().complete(call)) {
                    call.neverBegan();
                }
            };
        }
        return null;
    }

    /** Whether calls are held back under a lease. */
    synchronized boolean holds() {
        return !held.isEmpty();
    }

    /** How many calls may begin in such a period so that those held spread evenly over their lease; 1 or more. */
    synchronized int heldPer(long periodMillis) {
        long periods = Math.max(1, spreadMillis / periodMillis);
        return (int) Math.max(1, (held.size() + periods - 1) / periods);
    }

    synchronized int inFlight() {
        return calls.size();
    }

    synchronized int waiting() {
        return waiting.size() + asked.size();
    }

    /** Why no call starts any more; null while calls may. */
    synchronized @Nullable JudgingStopped stopped() {
        return stopped;
    }

    /** Calls in flight are worth waiting for unless time is up, or none of them can succeed. */
    private static JudgingStopped asStop(StopCause cause) {
        boolean reached = cause instanceof StopCause.Reached limit && limit.limit() != StopCause.Limit.DEADLINE;
        return new JudgingStopped(
                cause.message(), reached ? JudgingStopped.InFlight.FINISH : JudgingStopped.InFlight.GIVE_UP_SOON);
    }

    private List<Runnable> stopAll(JudgingStopped reason) {
        stopped = stopped == null ? reason : stopped;
        List<Runnable> ends = new ArrayList<>();
        // asked keeps its wishes: the driver's answer, if it still comes, counts from their head
        asked.forEach(wish -> ends.add(end(wish, reason)));
        waiting.forEach(wish -> ends.add(end(wish, reason)));
        waiting.clear();
        for (Lease lease : held) {
            tally.returned(lease.wish().tokens());
            ends.add(end(lease.wish(), reason));
        }
        held.clear();
        return ends;
    }

    private static Runnable end(Wish wish, JudgingStopped reason) {
        return () -> wish.future().completeExceptionally(reason);
    }

    private void putBackAsked() {
        while (!asked.isEmpty()) {
            waiting.addFirst(asked.removeLast());
        }
    }

    private void returnExpired(long now) {
        Deque<Wish> expired = new ArrayDeque<>();
        while (!held.isEmpty() && now - held.getFirst().validUntil() > 0) {
            Wish wish = held.removeFirst().wish();
            tally.returned(wish.tokens());
            expired.addFirst(wish);
        }
        expired.forEach(waiting::addFirst);
    }

    private void endForgotten(long now) {
        while (!calls.isEmpty() && now - calls.iterator().next().start > LONGEST_CALL) {
            Call forgotten = calls.iterator().next();
            forgotten.end();
            tally.failed(forgotten.tokens, CallClass.TIMED_OUT, null, forgotten.start);
        }
    }

    private long slowestMillis(long now) {
        return calls.isEmpty() ? 0 : Math.max(0, now - calls.iterator().next().start) / NANOS_PER_MILLI;
    }

    private void tell() {
        if (untilAsk(lastAsked) < Long.MAX_VALUE) {
            news.run();
        }
    }

    /** A call that began. */
    private final class Call implements Permit {
        private final long tokens;
        private final long start;

        Call(long tokens, long start) {
            this.tokens = tokens;
            this.start = start;
        }

        @Override
        public void answered(long inputTokens, long outputTokens) {
            synchronized (LeaseBook.this) {
                if (!end()) {
                    return;
                }
                tally.answered(tokens, Math.max(0, inputTokens), Math.max(0, outputTokens));
            }
            tell();
        }

        @Override
        public void failed(CallClass callClass, @Nullable Duration retryAfter) {
            synchronized (LeaseBook.this) {
                if (!end()) {
                    return;
                }
                tally.failed(tokens, callClass, retryAfter, start);
            }
            tell();
        }

        @Override
        public void withdrawn() {
            neverBegan();
        }

        void neverBegan() {
            synchronized (LeaseBook.this) {
                if (end()) {
                    tally.started--;
                    tally.returned(tokens);
                }
            }
            tell();
        }

        private boolean end() {
            return calls.remove(this);
        }
    }
}
