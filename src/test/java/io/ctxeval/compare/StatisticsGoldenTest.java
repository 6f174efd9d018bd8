package io.ctxeval.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values from SciPy; see the README beside the file. */
class StatisticsGoldenTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double EXACT = 1e-9;

    private static Stream<JsonNode> cases(String kind) throws IOException {
        Path file = Path.of("src/test/resources/golden/metrics/statistics.jsonl");
        List<JsonNode> cases = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            JsonNode node = JSON.readTree(line);
            if (node.get("kind").asText().equals(kind)) {
                cases.add(node);
            }
        }
        assertThat(cases).isNotEmpty();
        return cases.stream();
    }

    static Stream<JsonNode> deltas() throws IOException {
        return cases("paired_deltas_centi");
    }

    static Stream<JsonNode> changes() throws IOException {
        return cases("mcnemar");
    }

    static Stream<JsonNode> adjustments() throws IOException {
        return cases("adjust");
    }

    @ParameterizedTest
    @MethodSource("deltas")
    void pairedDifferencesComeToTheReferencesFiguresInJson(JsonNode golden) throws IOException {
        List<Integer> deltas = new ArrayList<>();
        golden.get("d").forEach(delta -> deltas.add(delta.asInt()));
        ComparisonState state = Pairs.ofCentis(Pairs.rules(Pairs.WASTE), deltas);
        String text = ComparisonJson.text(List.of(Pairs.outcome(state, ComparisonSettings.UNGATED)));
        JsonNode found = JSON.readTree(text).get("metrics").get("ctx_waste");
        JsonNode expected = golden.get("expect");

        assertThat(100 * found.get("mean").asDouble())
                .isCloseTo(expected.get("mean").asDouble(), within(EXACT));
        for (String name : List.of("w_plus", "p_wilcoxon_pratt_cc", "p_sign")) {
            assertThat(found.get(name).asDouble())
                    .as(name)
                    .isCloseTo(expected.get(name).asDouble(), within(EXACT));
        }
        assertThat(found.get("n_neg").asLong()).isEqualTo(expected.get("n_neg").asLong());
        assertThat(found.get("n_pos").asLong()).isEqualTo(expected.get("n_pos").asLong());
        assertThat(found.get("n_pairs").asLong()).isEqualTo(deltas.size());
        assertThat(found.get("holm").asDouble())
                .isEqualTo(found.get("p_wilcoxon_pratt_cc").asDouble());
    }

    @ParameterizedTest
    @MethodSource("changes")
    void mcnemarIsExact(JsonNode golden) {
        PassFigures passes =
                PassFigures.of(3, golden.get("b").asLong(), golden.get("c").asLong(), 4);
        assertThat(passes.pMcnemar())
                .isCloseTo(golden.get("expect").get("p_exact").asDouble(), within(EXACT));
    }

    @ParameterizedTest
    @MethodSource("adjustments")
    void pValuesAreAdjustedForTheirNumber(JsonNode golden) {
        List<Double> raw = doubles(golden.get("p"));
        assertClose(
                Adjustment.holm(new ArrayList<>(raw)),
                doubles(golden.get("expect").get("holm")));
        assertClose(
                Adjustment.benjaminiHochberg(new ArrayList<>(raw)),
                doubles(golden.get("expect").get("bh")));
    }

    @Test
    void aTestThatWasNotMadeIsNoneOfTheFamily() {
        assertThat(Adjustment.holm(Arrays.asList(0.01, null, 0.04))).containsExactly(0.02, null, 0.04);
        assertThat(Adjustment.benjaminiHochberg(Arrays.asList(null, 0.01, 0.04)))
                .containsExactly(null, 0.02, 0.04);
    }

    private static List<Double> doubles(JsonNode array) {
        List<Double> values = new ArrayList<>();
        array.forEach(value -> values.add(value.asDouble()));
        return values;
    }

    private static void assertClose(List<Double> found, List<Double> expected) {
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).isCloseTo(expected.get(i), within(EXACT));
        }
    }
}
