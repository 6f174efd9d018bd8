package io.ctxeval.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** {@code golden/embedding} against our own tokenizer and encoder. */
class WordPieceGoldenTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void cutsTextsIntoThePiecesOfTheReference() throws Exception {
        WordPiece wordPiece = new WordPiece(EmbeddingModel.shared().vocabulary());
        List<JsonNode> cases = lines("/golden/embedding/pieces.jsonl");
        assertThat(cases).hasSizeGreaterThan(30);
        for (JsonNode expected : cases) {
            int[] pieces = JSON.convertValue(expected.get("pieces"), int[].class);
            assertThat(wordPiece.cut(expected.get("text").textValue()).numbers())
                    .as(expected.toString())
                    .isEqualTo(pieces);
        }
    }

    @Test
    void comesToTheCosinesOfTheReference() throws Exception {
        SentenceEncoder encoder = new SentenceEncoder(EmbeddingModel.shared());
        for (JsonNode expected : lines("/golden/embedding/cosines.jsonl")) {
            double cosine = Cosine.of(
                    encoder.encode(expected.get("a").textValue()).vector(),
                    encoder.encode(expected.get("b").textValue()).vector());
            assertThat(cosine)
                    .as(expected.toString())
                    .isCloseTo(expected.get("cosine").doubleValue(), within(0.06)); // rounding and other processors
        }
    }

    private static List<JsonNode> lines(String resource) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (InputStream stream =
                Objects.requireNonNull(WordPieceGoldenTest.class.getResourceAsStream(resource), resource)) {
            for (String line : new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                lines.add(JSON.readTree(line));
            }
        }
        return lines;
    }
}
