package io.ctxeval.embedding;

import java.util.List;

/**
 * A text as numbers of the vocabulary, word by word, without the marks of start and end.
 *
 * @param numbers of all pieces in order; not copied: read only
 * @param words in order, each with its share of the pieces
 */
@SuppressWarnings("ArrayRecordComponent") // made for one sentence; nobody writes them
record Pieces(int[] numbers, List<Word> words) {
    /**
     * A word or a punctuation mark.
     *
     * @param text as the model sees it: lower case, without accents
     * @param first its first piece
     * @param end the end of its pieces, exclusive
     */
    record Word(String text, int first, int end) {}

    Pieces {
        words = List.copyOf(words);
    }
}
