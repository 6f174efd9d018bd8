package io.ctxeval.embedding;

import java.util.List;

/**
 * A sentence as the model sees it.
 *
 * @param vector of length 1 (all zeros for a sentence without words)
 * @param words its words and punctuation marks in order
 */
public record EncodedSentence(float[] vector, List<EncodedWord> words) {
    /**
     * A word in its sentence.
     *
     * @param text lower case, without accents
     * @param vector of length 1
     */
    public record EncodedWord(String text, float[] vector) {}

    public EncodedSentence {
        words = List.copyOf(words);
    }
}
