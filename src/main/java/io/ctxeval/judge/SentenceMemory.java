package io.ctxeval.judge;

import io.ctxeval.embedding.EncodedSentence;
import io.ctxeval.embedding.EncodedSentence.EncodedWord;
import io.ctxeval.embedding.SentenceEncoder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Encodes each distinct sentence once as long as it is remembered: retrievers bring the same passages again and again. Vectors are
 * kept longer than the vectors of words, of which a sentence has dozens; these serve the questions on one sample. Both
 * are forgotten longest unused first. What is forgotten changes the time, never a vector.
 */
final class SentenceMemory {
    /** Vectors of sentences, 1.5 KB each; a long sentence counts as several. */
    static final int SENTENCES = 4_096;
    /** Characters that weigh as much as a vector. */
    private static final int PER_VECTOR = 1_024;
    /** Vectors of words, 1.5 KB each. */
    static final int WORDS = 8_192;
    /** Characters of the longest sentence that is remembered: a text without sentences may have millions of words. */
    static final int LONGEST = 4_096;

    private final SentenceEncoder encoder;
    private final Recent<float[]> vectors =
            new Recent<>(SENTENCES, (sentence, vector) -> 1 + sentence.length() / PER_VECTOR);
    private final Recent<EncodedSentence> sentences =
            new Recent<>(WORDS, (text, sentence) -> sentence.words().size());

    SentenceMemory(SentenceEncoder encoder) {
        this.encoder = encoder;
    }

    /** A sentence's own vector, of length 1. */
    float[] vector(String sentence) {
        float[] known = vectors.get(sentence);
        return known == null ? words(sentence, word -> {}) : known;
    }

    /** Tells a sentence's words in turn, and returns its own vector. */
    float[] words(String sentence, Consumer<EncodedWord> words) {
        if (sentence.length() > LONGEST) {
            float[] vector = encoder.encode(sentence, words);
            vectors.put(sentence, vector);
            return vector;
        }
        EncodedSentence encoded = encoded(sentence);
        encoded.words().forEach(words);
        return encoded.vector();
    }

    private EncodedSentence encoded(String sentence) {
        EncodedSentence known = sentences.get(sentence);
        if (known != null) {
            return known;
        }
        EncodedSentence made = encoder.encode(sentence);
        vectors.put(sentence, made.vector());
        sentences.put(sentence, made);
        return made;
    }

    /** Values by text up to a total size; the one that was longest not asked for goes first. */
    private static final class Recent<V> {
        private final Map<String, V> values = new LinkedHashMap<>(64, 0.75f, true);
        private final int limit;
        private final ToIntBiFunction<String, V> size;
        private int total;

        Recent(int limit, ToIntBiFunction<String, V> size) {
            this.limit = limit;
            this.size = size;
        }

        @Nullable V get(String text) {
            return values.get(text);
        }

        void put(String text, V value) {
            V earlier = values.put(text, value);
            total += size.applyAsInt(text, value) - (earlier == null ? 0 : size.applyAsInt(text, earlier));
            Iterator<Map.Entry<String, V>> entries = values.entrySet().iterator();
            while (total > limit && values.size() > 1) {
                Map.Entry<String, V> oldest = entries.next();
                total -= size.applyAsInt(oldest.getKey(), oldest.getValue());
                entries.remove();
            }
        }
    }
}
