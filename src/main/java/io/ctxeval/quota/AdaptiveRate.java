package io.ctxeval.quota;

import io.ctxeval.quota.RateChange.Reason;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rate at which the application may call, found by additive increase and multiplicative decrease (AIMD, [1]).
 *
 * <p>Slow start doubles the rate every second until the limit or the first 429. A 429 cuts it to 0.7 of what was really used, once per
 * episode: answers to calls that started before the cut, or that come within the cool-down, tell nothing new. After the cool-down the
 * rate grows every second by 1/20 of the limit, or of the rate before the cut where no limit is set. Server errors and time-outs
 * stop growth for two seconds and cut nothing: they say that the endpoint is ill, not that we are too fast. A rate that isn't used
 * doesn't grow [2].
 *
 * <p>Times are nanoseconds of one monotonic clock. Not safe for many threads.
 *
 * <p>[1] Chiu, Jain: Analysis of the increase and decrease algorithms for congestion avoidance, 1989. [2] RFC 7661: Updating TCP to
 * support rate-limited traffic.
 */
final class AdaptiveRate {
    private static final double FIRST_PER_SECOND = 10;
    private static final double FIRST_SHARE = 0.25;
    private static final double CUT = 0.7;
    private static final double STEP = 0.05;
    private static final double LOWEST_PER_SECOND = 0.1;
    private static final double USED_SHARE = 0.5;
    private static final double FADE = 0.8;
    private static final double NANOS = 1e9;
    private static final long PERIOD = Duration.ofSeconds(1).toNanos();
    private static final long SHORTEST_COOL_DOWN = Duration.ofSeconds(1).toNanos();
    private static final long QUIET_AFTER_TROUBLE = Duration.ofSeconds(2).toNanos();

    private final double limit;
    private final long longestPause;
    private final Consumer<RateChange> changes;
    private double rate;
    private double reference;
    private boolean slowStart;
    private boolean paused;
    private long pausedUntil;
    private long lastCut;
    private boolean everCut;
    private long coolUntil;
    private long stillUntil;
    private long periodStart;
    private double grantedInPeriod;
    private double peak;

    AdaptiveRate(@Nullable Long requestsPerMinute, Duration longestPause, long now, Consumer<RateChange> changes) {
        this.limit = requestsPerMinute == null ? Double.POSITIVE_INFINITY : requestsPerMinute / 60.0;
        this.longestPause = longestPause.toNanos();
        this.changes = changes;
        this.rate = requestsPerMinute == null
                ? FIRST_PER_SECOND
                : Math.min(limit, Math.max(FIRST_PER_SECOND, limit * FIRST_SHARE));
        this.reference = Double.isInfinite(limit) ? rate : limit;
        this.slowStart = rate < limit;
        this.periodStart = now;
        this.stillUntil = now;
        this.pausedUntil = now;
        this.lastCut = now;
        this.coolUntil = now;
    }

    /** Requests per second, whether paused or not. */
    double perSecond() {
        return rate;
    }

    /** Notes that so many requests were granted: the use of the rate. */
    void granted(int requests) {
        grantedInPeriod += requests;
    }

    /** Nanoseconds of pause that are left; 0 when calls may start. */
    long pauseLeft(long now) {
        return paused ? Math.max(0, pausedUntil - now) : 0;
    }

    /** Nanoseconds between two times that were not within a pause. */
    long unpaused(long from, long to) {
        return paused ? Math.max(0, to - Math.max(from, pausedUntil)) : to - from;
    }

    /** Moves on to a time: ends a pause, and grows once if a second has passed in which the rate was used. */
    void advance(long now) {
        if (paused && now - pausedUntil >= 0) {
            paused = false;
            periodStart = now;
            grantedInPeriod = 0;
            changes.accept(new RateChange(0, rate, Reason.RESUMED, "the pause is over"));
        }
        if (paused || now - periodStart < PERIOD) {
            return;
        }
        double used = used(now);
        peak = Math.max(used, peak * FADE);
        periodStart = now;
        grantedInPeriod = 0;
        if (now - stillUntil >= 0 && used >= rate * USED_SHARE && rate < limit) {
            grow();
        }
    }

    /**
     * Takes in that the endpoint answered 429.
     *
     * @param started when the latest of these calls started
     * @param retryAfter what it asked for, in nanoseconds; null where it said nothing
     */
    void rateLimited(long now, long started, @Nullable Long retryAfter) {
        long wait = retryAfter == null ? 0 : bounded(retryAfter);
        boolean known = everCut && started - lastCut <= 0;
        if (!known && (!everCut || now - coolUntil >= 0)) {
            cut(now);
            coolUntil = now + SHORTEST_COOL_DOWN;
        }
        coolUntil = later(coolUntil, now + wait);
        stillUntil = later(stillUntil, now + Math.max(SHORTEST_COOL_DOWN, wait));
        pause(now, wait);
    }

    /** Takes in a server error or a time-out: no growth for a while. */
    void troubled(long now, @Nullable Long retryAfter) {
        stillUntil = later(stillUntil, now + QUIET_AFTER_TROUBLE);
        pause(now, retryAfter == null ? 0 : bounded(retryAfter));
    }

    private void grow() {
        double from = rate;
        rate = Math.min(limit, slowStart ? rate * 2 : rate + STEP * reference);
        changes.accept(
                slowStart
                        ? new RateChange(from, rate, Reason.SLOW_START, "doubled while no 429 came")
                        : new RateChange(from, rate, Reason.GROWTH, "a second without trouble"));
        slowStart = slowStart && rate < limit;
    }

    private void cut(long now) {
        double from = rate;
        double used = Math.max(peak, used(now));
        double base = peak > 0 ? Math.min(rate, used) : rate;
        rate = Math.max(Math.min(LOWEST_PER_SECOND, limit), base * CUT);
        if (Double.isInfinite(limit)) {
            reference = base;
        }
        slowStart = false;
        everCut = true;
        lastCut = now;
        changes.accept(new RateChange(from, rate, Reason.RATE_LIMITED, "429"));
    }

    private void pause(long now, long wait) {
        if (wait <= 0 || (paused && pausedUntil - (now + wait) >= 0)) {
            return;
        }
        double from = paused ? 0 : rate;
        paused = true;
        pausedUntil = now + wait;
        changes.accept(new RateChange(
                from, 0, Reason.PAUSED, String.format(Locale.ROOT, "Retry-After, %.3f s", wait / NANOS)));
    }

    /** Granted requests per second of this period; a period of less than a quarter of a second counts as that. */
    private double used(long now) {
        return grantedInPeriod / Math.max(0.25, (now - periodStart) / NANOS);
    }

    private long bounded(long wait) {
        return Math.max(0, Math.min(longestPause, wait));
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }
}
