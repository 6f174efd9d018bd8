package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("1994-11-06T08:49:00Z");

    @Test
    void readsSecondsAndFractions() {
        assertThat(read("5")).isEqualTo(Duration.ofSeconds(5));
        assertThat(read(" 0.25 ")).isEqualTo(Duration.ofMillis(250));
        assertThat(read("1.")).isEqualTo(Duration.ofSeconds(1));
        assertThat(read("0")).isEqualTo(Duration.ZERO);
        assertThat(read("-7")).isEqualTo(Duration.ZERO);
    }

    @Test
    void readsTheThreeFormsOfADate() {
        assertThat(read("Sun, 06 Nov 1994 08:49:37 GMT")).isEqualTo(Duration.ofSeconds(37));
        assertThat(read("Sunday, 06-Nov-94 08:49:37 GMT")).isEqualTo(Duration.ofSeconds(37));
        assertThat(read("Sun Nov  6 08:49:37 1994")).isEqualTo(Duration.ofSeconds(37));
    }

    @Test
    void takesAPastDateAsNow() {
        assertThat(read("Sun, 06 Nov 1994 08:48:37 GMT")).isEqualTo(Duration.ZERO);
        assertThat(read("Tuesday, 01-Jan-80 00:00:00 GMT")).isEqualTo(Duration.ZERO);
    }

    @Test
    void doesNotMindAWrongNameOfTheDay() {
        assertThat(read("Mon, 06 Nov 1994 08:49:37 GMT")).isEqualTo(Duration.ofSeconds(37));
    }

    @Test
    void prefersMilliseconds() {
        assertThat(RetryAfter.read(
                        headers(Map.of("retry-after-ms", List.of("1500"), "retry-after", List.of("2"))), NOW))
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(RetryAfter.read(
                        headers(Map.of("Retry-After-Ms", List.of("soon"), "Retry-After", List.of("2"))), NOW))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void boundsWhatIsHuge() {
        assertThat(read("99999999999999999999")).isEqualTo(RetryAfter.LONGEST);
        assertThat(read("Sun, 06 Nov 9994 08:49:37 GMT")).isEqualTo(RetryAfter.LONGEST);
        assertThat(read("1000000")).isEqualTo(Duration.ofSeconds(1_000_000));
    }

    @Test
    void findsNothingInGarbage() {
        for (String garbage : List.of(
                "", "soon", "NaN", "1e3", "0x10", "5 s", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 99:00:00 GMT", "١")) {
            assertThat(read(garbage)).as(garbage).isNull();
        }
        assertThat(RetryAfter.read(headers(Map.of()), NOW)).isNull();
    }

    private static @Nullable Duration read(String value) {
        return RetryAfter.read(headers(Map.of("Retry-After", List.of(value))), NOW);
    }

    private static HttpHeaders headers(Map<String, List<String>> headers) {
        return HttpHeaders.of(headers, (name, value) -> true);
    }
}
