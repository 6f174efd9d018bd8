package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.quota.StopCause.Limit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of one quota that many executors share (judge-at-scale.md 4, 6). Deterministic: time comes as a parameter, in
 * nanoseconds of one monotonic clock.
 *
 * <p>Requests and tokens each have a {@link Bucket} that fills at the rate of the moment and holds a fifth of a second of it, twice the
 * time between two exchanges, so that one that comes late loses nothing. What accrues is allotted wish by wish, always to the executor
 * that got least (start-time fair queueing, [1]), and collected with its next exchange; what is allotted and not collected is at most
 * 0.15 s of the rate. So every executor that wants gets the same, in tokens where they are limited and else in requests, and none can
 * store up more than a short burst. A wish that doesn't fit yet holds the turn: small wishes don't overtake a large one for ever.
 *
 * <p>A request is reserved at its estimate and settled at what the endpoint counts; a failure gives the tokens back. An executor that
 * isn't heard of for {@link #SILENCE} loses its slots in flight and what was allotted to it; what it may have called without telling
 * stays counted against the caps, and if it comes back it goes on where it was.
 *
 * <p>Not safe for many threads.
 *
 * <p>[1] Goyal, Vin, Cheng: Start-time fair queueing, 1996.
 */
final class Quota {
    /** After this time without an exchange an executor counts as lost. */
    static final Duration SILENCE = Duration.ofSeconds(5);

    private static final double BUCKET_SECONDS = 0.2;
    private static final double ALLOTTED_SECONDS = 0.15;
    private static final double LEASE_SECONDS = 0.25;
    private static final long LONGEST_SPREAD_MILLIS = 200;
    private static final long RATE_BOUND_MILLIS = 100;
    private static final long SLOT_BOUND_MILLIS = 50;
    private static final long SHORTEST_MILLIS = 20;
    private static final long LONGEST_MILLIS = 250;
    private static final long PAUSED_MILLIS = 1000;
    private static final long MILLIS_PER_EXECUTOR = 5;
    private static final double NANOS = 1e9;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final QuotaLimits limits;
    private final double tokensPerSecond;
    private final long start;
    private final long deadline;
    private final AdaptiveRate rate;
    private final Bucket requests;
    private final Bucket tokens;
    private final Spending spending;
    private final CallMeter calls;
    private final CallMeter answers;
    private final Map<String, ExecutorAccount> accounts = new HashMap<>();
    private final Set<ExecutorAccount> alive = new LinkedHashSet<>();
    private final Map<CallClass, Long> failures = new EnumMap<>(CallClass.class);
    private long started;
    private long answered;
    private long at;
    private @Nullable StopCause stopCause;

    private enum Fit {
        FITS,
        NO_RATE,
        NO_SLOT,
        STOPPED
    }

    /**
     * @param pricing null where no prices are known
     * @param before what counts against the caps already
     * @param changes hears of each change of the rate
     * @throws IllegalArgumentException for a cap on cost without prices
     */
    Quota(
            QuotaLimits limits,
            @Nullable Pricing pricing,
            JudgingSession.Spent before,
            long now,
            Consumer<RateChange> changes) {
        this.limits = limits;
        Long tokensPerMinute = limits.tokensPerMinute();
        this.tokensPerSecond = tokensPerMinute == null ? Double.POSITIVE_INFINITY : tokensPerMinute / 60.0;
        Duration longest = limits.deadline();
        this.deadline = longest == null ? Long.MAX_VALUE : saturatedNanos(longest);
        this.rate = new AdaptiveRate(limits.requestsPerMinute(), limits.longestPause(), now, changes);
        this.requests = new Bucket(requestCapacity());
        this.tokens = new Bucket(tokensPerSecond * LEASE_SECONDS);
        this.spending = new Spending(limits, pricing, before);
        this.calls = new CallMeter(now);
        this.answers = new CallMeter(now);
        this.start = now;
        this.at = now;
    }

    /** Takes in what an executor tells and grants what it may have. The same exchange again gets the same grant. */
    Reply.Grant exchange(Exchange exchange, long now) {
        advance(now);
        ExecutorAccount account = accounts.computeIfAbsent(exchange.executorId(), ExecutorAccount::new);
        account.heard(at);
        if (alive.add(account)) {
            account.catchUpWith(leastServed());
        }
        Reply.Grant before = account.givenBefore(exchange);
        if (before != null) {
            return before;
        }
        if (account.isOutOfDate(exchange)) {
            return new Reply.Grant(0, 0, 0, RATE_BOUND_MILLIS, stopCause);
        }
        int carried = reclaim(account);
        settle(account, exchange);
        Fit fit = allotFor(account, carried);
        Reply.Grant grant = grant(account, fit);
        account.answeredWith(grant);
        return grant;
    }

    /** No call starts any more; the first cause stays. */
    void stop(StopCause cause) {
        if (stopCause == null) {
            stopCause = cause;
        }
    }

    Optional<StopCause> stopCause() {
        return Optional.ofNullable(stopCause);
    }

    QuotaFigures figures(long now) {
        advance(now);
        long outstanding = 0;
        long waiting = 0;
        long slowest = 0;
        for (ExecutorAccount account : alive) {
            outstanding += account.outstanding();
            waiting += account.waiting();
            slowest = Math.max(slowest, account.slowestMillis());
        }
        long pauseLeft = rate.pauseLeft(at);
        return new QuotaFigures(
                started,
                answered,
                failures,
                calls.perSecond(at),
                answers.perSecond(at),
                pauseLeft > 0 ? 0 : rate.perSecond(),
                outstanding,
                waiting,
                spending.inputTokens(),
                spending.outputTokens(),
                spending.cost(),
                slowest,
                alive.size(),
                (pauseLeft + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI,
                stopCause);
    }

    private void advance(long now) {
        if (now - at > 0) {
            double seconds = rate.unpaused(at, now) / NANOS;
            requests.refill(rate.perSecond() * seconds, requestCapacity());
            if (tokensPerSecond < Double.POSITIVE_INFINITY) {
                tokens.refill(tokensPerSecond * seconds, tokensPerSecond * LEASE_SECONDS);
            }
            at = now;
            rate.advance(now);
        }
        if (at - start >= deadline) {
            stop(new StopCause.Reached(
                    Limit.DEADLINE,
                    "judge.deadline: "
                            + Duration.ofNanos(deadline).toString().substring(2).toLowerCase(Locale.ROOT)
                            + " is over"));
        }
        expireSilent();
    }

    private void expireSilent() {
        long silence = SILENCE.toNanos();
        alive.removeIf(account -> {
            if (account.silentFor(silence, at)) {
                reclaim(account);
                account.fellSilent();
            }
            return account.isSilent();
        });
    }

    /** Takes back what an executor hasn't collected. */
    private int reclaim(ExecutorAccount account) {
        int carried = account.allotted();
        if (carried > 0) {
            long estimate = account.allottedTokens();
            putBack(carried, estimate);
            spending.uncalled(carried, estimate);
            account.reclaim(weight(carried, estimate));
        }
        return carried;
    }

    private void settle(ExecutorAccount account, Exchange exchange) {
        boolean wasHungry = account.isHungry();
        account.report(exchange);
        if (!wasHungry) {
            account.catchUpWith(leastServed());
        }
        started += exchange.started();
        answered += exchange.answered();
        answers.add(exchange.answered(), at);
        long used = exchange.inputTokens() + exchange.outputTokens();
        putBack(exchange.returned(), exchange.endedTokens() - used);
        spending.uncalled(exchange.returned(), 0);
        spending.settle(exchange.endedTokens(), exchange.inputTokens(), exchange.outputTokens());
        for (Failures failed : exchange.failures()) {
            failures.merge(failed.callClass(), (long) failed.count(), Long::sum);
            steer(failed);
        }
        StopCause fatal = exchange.fatal();
        if (fatal != null) {
            stop(fatal);
        }
    }

    private void steer(Failures failed) {
        Long millis = failed.retryAfterMillis();
        Long retryAfter = millis == null ? null : saturatedNanos(Duration.ofMillis(millis));
        boolean wasPaused = rate.pauseLeft(at) > 0;
        switch (failed.callClass()) {
            case RATE_LIMITED -> rate.rateLimited(at, at - failed.youngestAgeMillis() * NANOS_PER_MILLI, retryAfter);
            case SERVER_ERROR, OVERLOADED, REQUEST_TIMEOUT, TIMED_OUT, CONNECTION_REFUSED, CONNECTION_RESET ->
                rate.troubled(at, retryAfter);
            default -> {}
        }
        if (!wasPaused && rate.pauseLeft(at) > 0) {
            alive.forEach(this::reclaim);
            requests.drain();
        }
    }

    /** Allots what there is: first again what the asker had, then in turn, then what is left over to the asker. */
    private Fit allotFor(ExecutorAccount asker, int carried) {
        Fit fit = Fit.FITS;
        for (int i = 0; i < carried && asker.isHungry() && fit == Fit.FITS; i++) {
            fit = allot(asker);
        }
        fit = allotInTurn();
        double most = Math.max(1, rate.perSecond() * LEASE_SECONDS);
        while (fit == Fit.FITS && asker.isHungry() && asker.allotted() + 1 <= most) {
            fit = allot(asker);
        }
        return fit;
    }

    /** Serves the executor that got least, wish by wish, until nothing is left or nobody may take more. */
    private Fit allotInTurn() {
        long hungry = alive.stream().filter(ExecutorAccount::isHungry).count();
        double share = Math.max(1, rate.perSecond() * ALLOTTED_SECONDS / (double) Math.max(1, hungry));
        Fit fit = Fit.FITS;
        ExecutorAccount next = leastServed(share);
        while (next != null && fit == Fit.FITS) {
            fit = allot(next);
            next = leastServed(share);
        }
        return fit;
    }

    private @Nullable ExecutorAccount leastServed(double share) {
        ExecutorAccount least = null;
        for (ExecutorAccount account : alive) {
            boolean mayTake = account.isHungry() && account.allotted() + 1 <= share;
            if (mayTake && (least == null || account.served() < least.served())) {
                least = account;
            }
        }
        return least;
    }

    /** What the hungry executor that got least has got; 0 when none is hungry. */
    private double leastServed() {
        ExecutorAccount least = leastServed(Double.POSITIVE_INFINITY);
        return least == null ? 0 : least.served();
    }

    /** What a wish counts in an executor's turn: its tokens where they are scarce, else one. */
    private double weight(int wishes, long estimate) {
        return Double.isInfinite(tokensPerSecond) ? wishes : (double) Math.max(wishes, estimate);
    }

    private Fit allot(ExecutorAccount account) {
        long wish = account.nextWish();
        Fit fit = fit(wish);
        if (fit == Fit.FITS) {
            account.allot(weight(1, wish));
            requests.take(1);
            tokens.take(wish);
            spending.reserve(wish);
        }
        return fit;
    }

    private Fit fit(long wish) {
        if (stopCause != null) {
            return Fit.STOPPED;
        }
        Optional<StopCause.Reached> broken = spending.brokenBy(wish);
        if (broken.isPresent()) {
            if (canComeBack(broken.get().limit())) {
                return Fit.NO_SLOT;
            }
            stop(broken.get());
            return Fit.STOPPED;
        }
        if (rate.pauseLeft(at) > 0 || !requests.holds(1) || !tokens.holds(wish)) {
            return Fit.NO_RATE;
        }
        long taken =
                alive.stream().mapToLong(a -> a.outstanding() + a.allotted()).sum();
        return taken < limits.inFlight() ? Fit.FITS : Fit.NO_SLOT;
    }

    /** Whether something that is reserved may yet make room under a cap. */
    private boolean canComeBack(Limit limit) {
        return alive.stream()
                .anyMatch(a -> a.allotted() > 0 || (limit == Limit.MAX_CALLS ? a.unbegun() : a.outstanding()) > 0);
    }

    private Reply.Grant grant(ExecutorAccount account, Fit fit) {
        if (stopCause != null) {
            reclaim(account);
            return new Reply.Grant(0, 0, 0, SHORTEST_MILLIS, stopCause);
        }
        int granted = account.collect();
        rate.granted(granted);
        calls.add(granted, at);
        long sharers =
                Math.max(1, alive.stream().filter(ExecutorAccount::isHungry).count());
        double spread = 1000.0 * granted * sharers / rate.perSecond();
        return new Reply.Grant(
                granted,
                (long) Math.min(LONGEST_SPREAD_MILLIS, spread),
                SILENCE.toMillis(),
                askAgainMillis(account, fit),
                null);
    }

    /** More executors ask less often, so that the driver's work doesn't grow with their number. */
    private long askAgainMillis(ExecutorAccount account, Fit fit) {
        long gap = Math.max(SHORTEST_MILLIS, Math.min(LONGEST_MILLIS, MILLIS_PER_EXECUTOR * alive.size()));
        long pauseLeft = rate.pauseLeft(at) / NANOS_PER_MILLI;
        if (pauseLeft > 0) {
            return Math.max(gap, Math.min(PAUSED_MILLIS, pauseLeft));
        }
        if (!account.isHungry()) {
            return gap;
        }
        return Math.max(gap, fit == Fit.NO_SLOT ? SLOT_BOUND_MILLIS : RATE_BOUND_MILLIS);
    }

    private void putBack(int calls, long estimate) {
        requests.putBack(calls);
        tokens.putBack(estimate);
    }

    private double requestCapacity() {
        return Math.max(1, rate.perSecond() * BUCKET_SECONDS);
    }

    private static long saturatedNanos(Duration duration) {
        try {
            return Math.max(0, duration.toNanos());
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
