package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.score.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.statistics.interval.Interval;
import org.junit.jupiter.api.Test;

/** Against the independent values of {@code golden/metrics/statistics.jsonl}; its README says where they come from. */
class PassRateGoldenTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void wilsonIntervalsAreThoseOfTheReference() throws IOException {
        List<JsonNode> cases = lines().stream()
                .filter(line -> line.get("kind").asText().equals("wilson95"))
                .toList();
        assertThat(cases).hasSize(2);
        for (JsonNode line : cases) {
            Interval interval =
                    PassRate.wilson95(line.get("k").asLong(), line.get("n").asLong());
            assertThat(interval.getLowerBound())
                    .isCloseTo(line.get("expect").get(0).asDouble(), within(1e-9));
            assertThat(interval.getUpperBound())
                    .isCloseTo(line.get("expect").get(1).asDouble(), within(1e-9));
        }
    }

    @Test
    void theIntervalReachesToItsEnds() {
        for (int n = 1; n <= 500; n++) {
            StatusCounts counts = new StatusCounts(Map.of(Status.OK, (long) n));
            assertThat(PassRate.of(n, counts).high()).as("%d of %d", n, n).isEqualTo(1.0);
            assertThat(PassRate.of(0, counts).low()).as("0 of %d", n).isEqualTo(0.0);
        }
    }

    @Test
    void theIntervalOfVeryManyRowsIsNarrowAndHoldsTheRate() {
        Interval interval = PassRate.wilson95(4_500_000_000L, 6_000_000_000L);
        assertThat(interval.getLowerBound()).isBetween(0.7499, 0.75);
        assertThat(interval.getUpperBound()).isBetween(0.75, 0.7501);
    }

    private static List<JsonNode> lines() throws IOException {
        InputStream file = PassRateGoldenTest.class.getResourceAsStream("/golden/metrics/statistics.jsonl");
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Objects.requireNonNull(file), StandardCharsets.UTF_8))) {
            return reader.lines().map(PassRateGoldenTest::parsed).toList();
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }
}
