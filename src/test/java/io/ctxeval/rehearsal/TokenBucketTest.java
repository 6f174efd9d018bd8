package io.ctxeval.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void givesTheBurstAtOnceThenAsFastAsItFills() {
        TokenBucket bucket = new TokenBucket(4, 2, 0);
        for (int i = 0; i < 2; i++) {
            assertThat(bucket.timeUntil(1, 0)).isZero();
            bucket.take(1);
        }

        assertThat(bucket.timeUntil(1, 0)).isEqualTo(Duration.ofMillis(250));
        assertThat(bucket.timeUntil(1, SECOND / 8)).isEqualTo(Duration.ofMillis(125));
        assertThat(bucket.timeUntil(1, SECOND / 4)).isZero();
    }

    @Test
    void holdsNoMoreThanItsCapacityAfterALongPause() {
        TokenBucket bucket = new TokenBucket(10, 3, 0);
        long later = 1000 * SECOND;
        assertThat(bucket.timeUntil(3, later)).isZero();
        bucket.take(3);

        assertThat(bucket.timeUntil(1, later)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void letsMoreThanItsCapacityThroughWhenFullAndPaysTheDebtOff() {
        TokenBucket bucket = new TokenBucket(1, 2, 0);
        assertThat(bucket.timeUntil(5, 0)).isZero();
        bucket.take(5);

        assertThat(bucket.timeUntil(1, 0)).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void takesBackWhatWasNotUsed() {
        TokenBucket bucket = new TokenBucket(1, 10, 0);
        bucket.take(10);
        bucket.giveBack(6);

        assertThat(bucket.timeUntil(6, 0)).isZero();
    }

    @Test
    void neverWaitsWithoutALimit() {
        TokenBucket bucket = new TokenBucket(Double.POSITIVE_INFINITY, 1, 0);
        bucket.take(1);
        bucket.take(1_000_000);

        assertThat(bucket.timeUntil(1, 0)).isZero();
    }
}
