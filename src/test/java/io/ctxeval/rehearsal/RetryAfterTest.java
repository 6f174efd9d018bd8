package io.ctxeval.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");
    private static final Duration WAIT = Duration.ofMillis(2_300);

    @Test
    void saysEveryFormThatEndpointsUse() {
        assertThat(RetryAfter.NONE.header(WAIT, NOW)).isEmpty();
        assertThat(RetryAfter.SECONDS.header(WAIT, NOW)).isEqualTo(Map.of("retry-after", "3"));
        assertThat(RetryAfter.MS.header(WAIT, NOW)).isEqualTo(Map.of("retry-after-ms", "2300"));
        assertThat(RetryAfter.DATE.header(WAIT, NOW)).isEqualTo(Map.of("retry-after", "Sun, 01 Mar 2026 08:00:03 GMT"));
        assertThat(RetryAfter.NEGATIVE.header(WAIT, NOW)).isEqualTo(Map.of("retry-after", "-5"));
        assertThat(RetryAfter.ZERO.header(WAIT, NOW)).isEqualTo(Map.of("retry-after", "0"));
        assertThat(RetryAfter.HUGE.header(WAIT, NOW)).isEqualTo(Map.of("retry-after", "946080000"));
    }

    @Test
    void neverSaysZeroSecondsForAShortWait() {
        assertThat(RetryAfter.SECONDS.header(Duration.ofNanos(1), NOW)).isEqualTo(Map.of("retry-after", "1"));
    }
}
