package io.ctxeval.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.embedding.EncodedSentence.EncodedWord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SentenceEncoderTest {
    private static final List<String> SENTENCES = List.of(
            "A ride may be paused.", "The deposit for a cargo bike is fifty crowns.", "Rain is expected today.");

    private static EmbeddingModel model() throws ModelUnavailable {
        return EmbeddingModel.shared();
    }

    @Test
    void givesTheSameBitsWhateverWasEncodedBefore() throws Exception {
        SentenceEncoder encoder = new SentenceEncoder(model());
        float[] first = encoder.encode(SENTENCES.get(0)).vector();
        for (String other : SENTENCES) {
            encoder.encode(other);
        }
        assertThat(encoder.encode(SENTENCES.get(0)).vector()).isEqualTo(first);
        assertThat(new SentenceEncoder(model()).encode(SENTENCES.get(0)).vector())
                .isEqualTo(first);
    }

    @Test
    void givesTheSameBitsToSeveralThreadsAtOnce() throws Exception {
        List<float[]> expected = encodeAll();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<float[]>>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(SentenceEncoderTest::encodeAll);
            }
            for (Future<List<float[]>> task : threads.invokeAll(tasks)) {
                List<float[]> found = task.get();
                for (int i = 0; i < expected.size(); i++) {
                    assertThat(found.get(i)).isEqualTo(expected.get(i));
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<float[]> encodeAll() throws ModelUnavailable {
        SentenceEncoder encoder = new SentenceEncoder(model());
        List<float[]> vectors = new ArrayList<>();
        SENTENCES.forEach(sentence -> vectors.add(encoder.encode(sentence).vector()));
        return vectors;
    }

    @Test
    void aTextWithoutWordsHasAZeroVectorAndNoWords() throws Exception {
        EncodedSentence nothing = new SentenceEncoder(model()).encode(" \u0001 \n");
        assertThat(nothing.words()).isEmpty();
        assertThat(nothing.vector()).hasSize(EmbeddingModel.DIMENSIONS).containsOnly(0);
        assertThat(Cosine.of(nothing.vector(), nothing.vector())).isZero();
    }

    @Test
    void nothingOfALongSentenceIsCutOff() throws Exception {
        SentenceEncoder encoder = new SentenceEncoder(model());
        String start = IntStream.range(0, 600).mapToObj(i -> "word").collect(Collectors.joining(" "));
        EncodedSentence one = encoder.encode(start + " bicycle");
        EncodedSentence other = encoder.encode(start + " volcano");
        assertThat(one.words()).hasSize(601);
        assertThat(one.words().get(600).text()).isEqualTo("bicycle");
        assertThat(one.vector()).isNotEqualTo(other.vector());
        assertThat(Cosine.exact(one.vector(), one.vector())).isCloseTo(1, within(1e-6));
    }

    @Test
    void wordsKeepTheirOwnVectors() throws Exception {
        SentenceEncoder encoder = new SentenceEncoder(model());
        List<EncodedWord> words = encoder.encode("Unlock the bicycle!").words();
        assertThat(words).extracting(EncodedWord::text).containsExactly("unlock", "the", "bicycle", "!");
        float[] bike = encoder.encode("Open the bike").words().get(2).vector();
        assertThat(Cosine.of(bike, words.get(2).vector()))
                .isGreaterThan(Cosine.of(bike, words.get(0).vector()));
    }

    @Test
    void marksOfTheModelInATextAreText() throws Exception {
        WordPiece wordPiece = new WordPiece(model().vocabulary());
        assertThat(wordPiece.cut("[SEP]").words()).extracting(Pieces.Word::text).containsExactly("[", "sep", "]");
    }

    @Test
    void theStoredVectorHasLengthOne() throws Exception {
        float[] probe = EmbeddingModel.probe();
        assertThat(Cosine.exact(probe, probe)).isCloseTo(1, within(0.02));
    }

    @Test
    void cosinesHaveTwoDecimalsRoundedHalfUp() {
        assertThat(Cosine.rounded(0.125)).isEqualTo(0.13);
        assertThat(Cosine.rounded(0.1249)).isEqualTo(0.12);
        assertThat(Cosine.rounded(-0.125)).isEqualTo(-0.12);
    }

    @Test
    void aVocabularyWithoutTheModelsMarksIsRefused() {
        byte[] json = "{\"model\":{\"vocab\":{\"[CLS]\":0}}}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Vocabulary.read(json)).hasMessageContaining("[SEP]");
    }
}
