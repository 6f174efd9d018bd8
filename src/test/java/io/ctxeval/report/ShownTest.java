package io.ctxeval.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ShownTest {
    @Test
    void percentagesAreRoundedHalfUp() {
        assertThat(Shown.percent(0.12345)).isEqualTo("12.3 %");
        assertThat(Shown.percent(0.1235)).isEqualTo("12.4 %");
        assertThat(Shown.percent(2.0 / 3)).isEqualTo("66.7 %");
        assertThat(Shown.percent(null)).isEqualTo("–");
    }

    @Test
    void onlyNothingIsZeroAndOnlyEverythingAHundred() {
        assertThat(Shown.percent(0.0)).isEqualTo("0.0 %");
        assertThat(Shown.percent(1.0)).isEqualTo("100.0 %");
        assertThat(Shown.percent(0.0001)).isEqualTo("< 0.1 %");
        assertThat(Shown.percent(0.99999)).isEqualTo("> 99.9 %");
        assertThat(Shown.percent(0.0005)).isEqualTo("0.1 %");
        assertThat(Shown.percent(0.9994)).isEqualTo("99.9 %");
    }

    @Test
    void timesAreOfUtcToTheSecond() {
        assertThat(Shown.time(Instant.parse("2026-01-02T03:04:05.999999Z"))).isEqualTo("2026-01-02 03:04:05 UTC");
    }
}
