package io.ctxeval.judge;

import io.ctxeval.text.Words;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An English sentence with the values in it: its numbers, and its names by their capital letter. Two statements that are alike but
 * for their values cannot both be true of the same subject.
 *
 * @param sentence its numbers and negations
 * @param words all that aren't grammar
 * @param values those of the words that hold a digit or have a capital letter behind the first word
 */
record Statement(Sentence sentence, Set<String> words, Set<String> values) {
    /** Values that may differ on each side; of more, the sentences are about other things. */
    static final int MOST_DIFFERING = 4;
    /** Words that are the same in both, at least. */
    static final int FEWEST_SHARED = 4;
    /** Share of the longer sentence's words that are the same in both, at least. */
    static final double SHARED = 0.6;

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{Nd}]+");

    static Statement of(String text) {
        Set<String> words = new LinkedHashSet<>();
        Words.words(text).stream().filter(word -> !FunctionWords.contains(word)).forEach(words::add);
        Set<String> capitals = capitals(text);
        Set<String> values = new HashSet<>(words);
        values.removeIf(word -> !hasDigit(word) && !capitals.contains(word));
        return new Statement(Sentence.of(text), words, values);
    }

    private static Set<String> capitals(String text) {
        Set<String> capitals = new HashSet<>();
        boolean first = true;
        for (String word : BETWEEN_WORDS.split(text, 0)) {
            if (word.isEmpty()) {
                continue;
            }
            if (!first && Character.isUpperCase(word.codePointAt(0))) {
                capitals.add(word.toLowerCase(Locale.ROOT));
            }
            first = false;
        }
        return capitals;
    }

    /** Why two statements that share all but some values can't both be true; empty where other words differ as well. */
    static Optional<String> swappedValues(Statement a, Statement b) {
        Set<String> shared = new HashSet<>(a.words);
        shared.retainAll(b.words);
        Set<String> onlyA = without(a.words, shared);
        Set<String> onlyB = without(b.words, shared);
        int more = Math.max(onlyA.size(), onlyB.size());
        boolean alike = shared.size() >= FEWEST_SHARED
                && more <= MOST_DIFFERING
                && shared.size() >= SHARED * (shared.size() + more);
        boolean bothDiffer = !onlyA.isEmpty() && !onlyB.isEmpty();
        if (!alike || !bothDiffer || !a.values.containsAll(onlyA) || !b.values.containsAll(onlyB)) {
            return Optional.empty();
        }
        return Optional.of("value: " + String.join(" ", onlyA) + " against " + String.join(" ", onlyB));
    }

    /** Whether both give the same numbers and neither denies what the other says: without that, they don't say the same. */
    static boolean agree(Statement a, Statement b) {
        return new HashSet<>(a.sentence.numbers()).equals(new HashSet<>(b.sentence.numbers()))
                && a.sentence.negations().size() % 2 == b.sentence.negations().size() % 2;
    }

    private static Set<String> without(Set<String> words, Set<String> others) {
        Set<String> left = new LinkedHashSet<>(words);
        left.removeAll(others);
        return left;
    }

    private static boolean hasDigit(String word) {
        return word.codePoints().anyMatch(Character::isDigit);
    }
}
