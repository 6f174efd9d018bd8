package io.ctxeval.judge;

import io.ctxeval.embedding.EncodedSentence;
import io.ctxeval.embedding.SentenceEncoder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Encodes each distinct sentence once as long as it is remembered: retrievers bring the same passages again and again. Vectors are
 * kept longer than the vectors of words, of which a sentence has dozens; these serve the questions on one sample. Both
 * are forgotten longest unused first. What is forgotten changes the time, never a vector.
 */
final class SentenceMemory {
    /** Vectors of sentences, 1.5 KB each. */
    static final int SENTENCES = 4_096;
    /** Vectors of words, 1.5 KB each. */
    static final int WORDS = 8_192;

    private final SentenceEncoder encoder;
    private final Recent<float[]> vectors = new Recent<>(SENTENCES, vector -> 1);
    private final Recent<EncodedSentence> sentences =
            new Recent<>(WORDS, sentence -> sentence.words().size());

    SentenceMemory(SentenceEncoder encoder) {
        this.encoder = encoder;
    }

    /** A sentence's own vector, of length 1. */
    float[] vector(String sentence) {
        float[] known = vectors.get(sentence);
        return known == null ? encoded(sentence).vector() : known;
    }

    /** A sentence with its words. */
    EncodedSentence encoded(String sentence) {
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
        private final ToIntFunction<V> size;
        private int total;

        Recent(int limit, ToIntFunction<V> size) {
            this.limit = limit;
            this.size = size;
        }

        @Nullable V get(String text) {
            return values.get(text);
        }

        void put(String text, V value) {
            V earlier = values.put(text, value);
            total += size.applyAsInt(value) - (earlier == null ? 0 : size.applyAsInt(earlier));
            Iterator<V> oldest = values.values().iterator();
            while (total > limit && values.size() > 1) {
                total -= size.applyAsInt(oldest.next());
                oldest.remove();
            }
        }
    }
}
