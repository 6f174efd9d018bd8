package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.quota.RateChange.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rate as a timeline; times in seconds. */
class AdaptiveRateTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<RateChange> changes = new ArrayList<>();

    private AdaptiveRate limitedTo(long perMinute) {
        return new AdaptiveRate(perMinute, Duration.ofMinutes(5), 0, changes::add);
    }

    private AdaptiveRate unlimited() {
        return new AdaptiveRate(null, Duration.ofMinutes(5), 0, changes::add);
    }

    /** Uses the whole rate up to a second. */
    private static void use(AdaptiveRate rate, int from, int to) {
        for (int second = from + 1; second <= to; second++) {
            rate.granted((int) Math.ceil(rate.perSecond()));
            rate.advance(second * SECOND);
        }
    }

    @Test
    void startsSlowlyAndDoublesToTheLimit() {
        AdaptiveRate rate = limitedTo(100 * 60);
        assertThat(rate.perSecond()).isEqualTo(25);
        use(rate, 0, 5);
        assertThat(rate.perSecond()).isEqualTo(100);
        assertThat(changes).extracting(RateChange::to).containsExactly(50.0, 100.0);
        assertThat(changes).extracting(RateChange::reason).containsOnly(Reason.SLOW_START);
    }

    @Test
    void startsAtASmallLimitAtOnce() {
        assertThat(limitedTo(30).perSecond()).isEqualTo(0.5);
        assertThat(limitedTo(15 * 60).perSecond()).isEqualTo(10);
    }

    @Test
    void growsWithoutBoundWhereNoneIsSet() {
        AdaptiveRate rate = unlimited();
        use(rate, 0, 10);
        assertThat(rate.perSecond()).isEqualTo(10 * 1024);
    }

    @Test
    void doesNotGrowWhileNobodyUsesIt() {
        AdaptiveRate rate = unlimited();
        for (int second = 1; second <= 20; second++) {
            rate.granted(4);
            rate.advance(second * SECOND);
        }
        assertThat(rate.perSecond()).isEqualTo(10);
    }

    @Test
    void cutsOnceForAllCallsOfAnEpisode() {
        AdaptiveRate rate = limitedTo(100 * 60);
        use(rate, 0, 5);
        rate.rateLimited(5 * SECOND, 4 * SECOND, null);
        assertThat(rate.perSecond()).isEqualTo(70);
        // a call that started after the cut, within the cool-down
        rate.rateLimited(5 * SECOND + SECOND / 2, 5 * SECOND + 1, null);
        // a slow answer to a call that started before the cut, long after
        rate.rateLimited(9 * SECOND, 5 * SECOND, null);
        assertThat(rate.perSecond()).isEqualTo(70);
        rate.rateLimited(10 * SECOND, 9 * SECOND, null);
        assertThat(rate.perSecond()).isLessThan(50);
    }

    @Test
    void growsByATwentiethOfTheLimitAfterTheCoolDown() {
        AdaptiveRate rate = limitedTo(100 * 60);
        use(rate, 0, 5);
        rate.rateLimited(5 * SECOND, 4 * SECOND, null);
        changes.clear();
        use(rate, 5, 13);
        assertThat(rate.perSecond()).isEqualTo(100);
        assertThat(changes).extracting(RateChange::reason).containsOnly(Reason.GROWTH);
        assertThat(changes).extracting(RateChange::to).startsWith(75.0, 80.0);
    }

    @Test
    void cutsWhatWasUsedRatherThanWhatWasAllowed() {
        AdaptiveRate rate = limitedTo(1000 * 60);
        use(rate, 0, 5);
        for (int second = 6; second <= 30; second++) {
            rate.granted(20);
            rate.advance(second * SECOND);
        }
        rate.rateLimited(30 * SECOND, 29 * SECOND, null);
        assertThat(rate.perSecond()).isLessThan(20);
    }

    @Test
    void serverErrorsAndTimeOutsStopGrowthAndCutNothing() {
        AdaptiveRate rate = limitedTo(100 * 60);
        rate.granted(25);
        rate.troubled(SECOND / 2, null);
        rate.advance(SECOND);
        use(rate, 1, 2);
        assertThat(rate.perSecond()).isEqualTo(25);
        use(rate, 2, 3);
        assertThat(rate.perSecond()).isEqualTo(50);
    }

    @ParameterizedTest
    @CsvSource({"-5000,0", "0,0", "1,1", "2500,2500", "300000,300000", "86400000000,300000", "-9223372036854,0"})
    void retryAfterPausesWithinItsBounds(long askedMillis, long pausedMillis) {
        AdaptiveRate rate = limitedTo(6000);
        rate.rateLimited(SECOND, 0, askedMillis * 1_000_000);
        assertThat(rate.pauseLeft(SECOND)).isEqualTo(pausedMillis * 1_000_000);
        assertThat(rate.pauseLeft(SECOND + 400 * SECOND)).isZero();
        assertThat(rate.perSecond()).isEqualTo(17.5);
    }

    @Test
    void aServerErrorWithRetryAfterPausesToo() {
        AdaptiveRate rate = limitedTo(6000);
        rate.troubled(0, 3 * SECOND);
        assertThat(rate.pauseLeft(SECOND)).isEqualTo(2 * SECOND);
        assertThat(rate.unpaused(0, 4 * SECOND)).isEqualTo(SECOND);
        rate.advance(3 * SECOND);
        assertThat(rate.perSecond()).isEqualTo(25);
        assertThat(changes).extracting(RateChange::reason).containsExactly(Reason.PAUSED, Reason.RESUMED);
    }

    @Test
    void theLongerOfTwoPausesHolds() {
        AdaptiveRate rate = limitedTo(6000);
        rate.rateLimited(0, 0, 10 * SECOND);
        rate.rateLimited(SECOND, 0, 2 * SECOND);
        assertThat(rate.pauseLeft(2 * SECOND)).isEqualTo(8 * SECOND);
    }

    @Test
    void neverFallsToNothing() {
        AdaptiveRate rate = unlimited();
        for (int second = 1; second < 200; second += 3) {
            rate.rateLimited(second * SECOND, second * SECOND - 1, null);
        }
        assertThat(rate.perSecond()).isEqualTo(0.1);
    }

    @Test
    void aChangeHasALineForTheLog() {
        limitedTo(6000).rateLimited(0, 0, null);
        assertThat(changes.get(0).line()).isEqualTo("25.00/s -> 17.50/s, RATE_LIMITED: 429");
    }
}
