package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Permits without a limit that count how each one is settled, and can be stopped or held back. */
final class CountedPermits implements Permits {
    private final List<Counted> granted = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Permit>> held = new ArrayList<>();
    private final AtomicInteger leave = new AtomicInteger(Integer.MAX_VALUE);
    private volatile @Nullable JudgingStopped stopped;
    /** Completes when the first wish is held back. */
    final CompletableFuture<Void> someoneWaits = new CompletableFuture<>();

    final List<Long> wanted = new CopyOnWriteArrayList<>();
    final List<CallClass> stops = new CopyOnWriteArrayList<>();
    final List<String> messages = new CopyOnWriteArrayList<>();

    /** Grants so many more, then holds back. */
    CountedPermits thenHoldBackAfter(int more) {
        leave.set(more);
        return this;
    }

    @Override
    public synchronized CompletableFuture<Permit> acquire(long tokens) {
        wanted.add(tokens);
        CompletableFuture<Permit> wish = new CompletableFuture<>();
        JudgingStopped stop = stopped;
        if (stop != null) {
            wish.completeExceptionally(stop);
        } else if (leave.getAndDecrement() <= 0) {
            held.add(wish);
            someoneWaits.complete(null);
        } else {
            Counted permit = new Counted();
            granted.add(permit);
            wish.complete(permit);
        }
        return wish;
    }

    @Override
    public void stop(CallClass cause, String message) {
        stops.add(cause);
        messages.add(message);
        stop(new JudgingStopped(message));
    }

    synchronized void stop(JudgingStopped stop) {
        if (stopped == null) {
            stopped = stop;
        }
        held.forEach(wish -> wish.completeExceptionally(stop));
        held.clear();
    }

    @Override
    public Optional<JudgingStopped> stopped() {
        return Optional.ofNullable(stopped);
    }

    synchronized List<CompletableFuture<Permit>> held() {
        return List.copyOf(held);
    }

    void grant(CompletableFuture<Permit> wish) {
        Counted permit = new Counted();
        granted.add(permit);
        wish.complete(permit);
    }

    int withdrawn() {
        return (int) granted.stream()
                .filter(permit -> permit.endings.contains("withdrawn"))
                .count();
    }

    /** A cancelled call gives its permit back from a thread of its own, maybe a moment after its window has ended. */
    private void awaitEndings() {
        assertThat(granted).allSatisfy(permit -> assertThat(permit.ended).succeedsWithin(Duration.ofSeconds(10)));
    }

    /** Every permit was settled exactly once, in these ways. */
    void assertSettledAs(String... endings) {
        awaitEndings();
        assertThat(granted.stream().map(permit -> String.join("+", permit.endings)))
                .containsExactlyInAnyOrder(endings);
    }

    void assertEachSettledOnce(int count) {
        awaitEndings();
        assertThat(granted)
                .hasSize(count)
                .allSatisfy(permit -> assertThat(permit.endings).hasSize(1));
    }

    private static final class Counted implements Permit {
        private final List<String> endings = new CopyOnWriteArrayList<>();
        private final CompletableFuture<String> ended = new CompletableFuture<>();

        private void end(String how) {
            endings.add(how);
            ended.complete(how);
        }

        @Override
        public void answered(long inputTokens, long outputTokens) {
            end("answered " + inputTokens + "/" + outputTokens);
        }

        @Override
        public void failed(CallClass callClass, @Nullable Duration retryAfter) {
            end("failed " + callClass + (retryAfter == null ? "" : " " + retryAfter));
        }

        @Override
        public void withdrawn() {
            end("withdrawn");
        }
    }
}
