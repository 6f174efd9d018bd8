package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.json.RawJson;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of golden/metrics (README there), each put through a judgement that the row itself carries. */
class JudgedMetricGoldenTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void wasteOfGivenJudgements(String name, JsonNode vector) throws IOException {
        ObjectNode judgement = JSON.createObjectNode();
        judgement.set("used", vector.get("used"));
        judgement.set("redundant_groups", vector.get("redundant_groups"));
        judgement.set("contradictory_pairs", vector.get("contradictory_pairs"));
        judgement.set("mass", vector.get("mass"));
        RagSample sample = sample(texts(vector.get("texts")), RawJson.of(judgement.toString()), null);

        Score score = new ContextWaste(ScoringOptions.DEFAULTS, String::length).given(sample);

        assertThat(score).isInstanceOf(Score.Scored.class);
        WasteMetadata metadata = (WasteMetadata) Objects.requireNonNull(score.metadata());
        JsonNode expected = vector.get("expect");
        assertThat(((Score.Scored) score).value())
                .isCloseTo(expected.get("score").doubleValue(), within(1e-6));
        assertThat(metadata.figures().utilisation())
                .isCloseTo(expected.get("utilisation").doubleValue(), within(1e-6));
        assertThat(metadata.figures().consistency())
                .isCloseTo(expected.get("consistency").doubleValue(), within(1e-6));
        if (expected.get("non_redundancy").isNull()) {
            assertThat(metadata.figures().nonRedundancy()).isNull();
        } else {
            assertThat(metadata.figures().nonRedundancy())
                    .isCloseTo(expected.get("non_redundancy").doubleValue(), within(1e-6));
        }
        assertThat(JSON.<JsonNode>valueToTree(metadata.context().groups())).isEqualTo(expected.get("groups"));
        assertThat(JSON.<JsonNode>valueToTree(metadata.context().pairs().stream()
                        .map(pair -> List.of(pair.a(), pair.b()))
                        .toList()))
                .isEqualTo(expected.get("pairs"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void sufficiencyOfGivenJudgements(String name, JsonNode vector) throws IOException {
        RawJson judgement = RawJson.of(vector.get("statuses").toString());

        Score score = new ContextSufficiency(ScoringOptions.DEFAULTS).given(sample(List.of("a text"), null, judgement));

        assertThat(score).isInstanceOf(Score.Scored.class);
        SufficiencyMetadata metadata = (SufficiencyMetadata) Objects.requireNonNull(score.metadata());
        JsonNode expected = vector.get("expect");
        assertThat(((Score.Scored) score).value())
                .isCloseTo(expected.get("score").doubleValue(), within(1e-6));
        assertThat(metadata.sufficient()).isEqualTo(expected.get("sufficient").booleanValue());
        assertThat(metadata.missingDetails())
                .hasSize(expected.get("n_missing_details").intValue());
    }

    static Stream<Arguments> wasteOfGivenJudgements() throws IOException {
        return vectors("ctx_waste.jsonl", 46);
    }

    static Stream<Arguments> sufficiencyOfGivenJudgements() throws IOException {
        return vectors("ctx_suff.jsonl", 20);
    }

    private static Stream<Arguments> vectors(String file, int count) throws IOException {
        try (InputStream stream = JudgedMetricGoldenTest.class.getResourceAsStream("/golden/metrics/" + file)) {
            String all = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
            List<JsonNode> vectors =
                    JSON.readerFor(JsonNode.class).<JsonNode>readValues(all).readAll();
            assertThat(vectors).hasSize(count);
            return vectors.stream()
                    .map(vector -> Arguments.of(vector.get("name").textValue(), vector));
        }
    }

    private static RagSample sample(List<String> texts, @Nullable RawJson waste, @Nullable RawJson sufficiency) {
        return new RagSample(
                "a question",
                "an answer",
                RetrievedContext.Chunks.of(texts),
                null,
                null,
                null,
                null,
                waste,
                sufficiency);
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::textValue)
                .toList();
    }
}
