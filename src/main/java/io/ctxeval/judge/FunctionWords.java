package io.ctxeval.judge;

import java.util.Set;

/** English words that carry grammar rather than content, in the spelling of {@link io.ctxeval.text.Words}. */
final class FunctionWords {
    /** Words that ask: they name the kind of an answer and stand in no answer. */
    private static final Set<String> ASKING = Set.of(
            "what",
            "which",
            "who",
            "whom",
            "whose",
            "when",
            "where",
            "why",
            "how",
            "many",
            "much",
            "name",
            "list",
            "tell",
            "give",
            "explain",
            "describe",
            "please",
            "know",
            "want",
            "need",
            "like",
            "could",
            "would");

    private static final Set<String> GRAMMAR = Set.of(
            "a", "an", "the", "this", "that", "these", "those", "there", "here", "it", "its", "he", "she", "they",
            "them", "his", "her", "their", "him", "we", "you", "your", "our", "i", "me", "my", "one", "of", "in", "on",
            "at", "by", "for", "from", "to", "with", "as", "into", "about", "over", "under", "between", "during",
            "after", "before", "since", "until", "and", "or", "but", "if", "than", "then", "so", "also", "too", "very",
            "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "done", "has", "have", "had",
            "having", "will", "shall", "should", "may", "might", "must", "can", "s", "t", "d", "re", "ll", "ve", "any",
            "some", "each", "every", "all", "both", "such", "just", "only", "ever", "per");

    private FunctionWords() {}

    static boolean contains(String word) {
        return GRAMMAR.contains(word);
    }

    static boolean asks(String word) {
        return ASKING.contains(word);
    }
}
