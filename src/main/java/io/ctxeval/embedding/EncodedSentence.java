package io.ctxeval.embedding;

import java.util.List;

/**
 * A sentence as the model sees it.
 *
 * @param vector of length 1 (all zeros for a sentence without words)
 * @param words its words and punctuation marks in order
 */
@SuppressWarnings("ArrayRecordComponent") // read by the thousand in loops; nobody writes them
public record EncodedSentence(float[] vector, List<EncodedWord> words) {
    /**
     * A word in its sentence.
     *
     * @param text lower case, without accents
     * @param vector of length 1
     */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record EncodedWord(String text, float[] vector) {}

    public EncodedSentence {
        words = List.copyOf(words);
    }
}
