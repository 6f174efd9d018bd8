package io.ctxeval.score;

/** Counts with their nouns, and the generated sentence that an explanation starts with, so that it can't disagree with the score (metrics.md 3.4). */
public final class Counted {
    private Counted() {}

    /** A count with its noun: {@code 1 chunk}, {@code 2 chunks}. */
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** The sentence and then the judge's words, if there are any. */
    static String withWords(String sentence, String judgesWords) {
        String words = judgesWords.strip();
        return words.isEmpty() ? sentence : sentence + " " + words;
    }
}
