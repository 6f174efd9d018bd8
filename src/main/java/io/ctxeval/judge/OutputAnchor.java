package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import io.ctxeval.text.Segments;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Ranks pairs of chunks by what an output says: where one chunk holds the output's values (its numbers and names) and another one is
 * as close to the output but lacks them, they may state different values of the same. A chunk that merely is silent looks alike, so
 * this makes no verdict; it says which pairs to look at first.
 */
final class OutputAnchor {
    /** A sentence of so few words is an answer by itself, all of it a value. */
    static final int BARE_ANSWER = 6;

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{Nd}]+");

    private final SentenceMemory memory;

    OutputAnchor(SentenceMemory memory) {
        this.memory = memory;
    }

    /**
     * Where a chunk stands to the output.
     *
     * @param values share of the output's values that it holds, in [0, 1]
     * @param closeness the largest cosine of its sentences with the output's; 0 in a script that the model doesn't know
     */
    record Held(double values, double closeness) {}

    /** How far two chunks differ in what they hold, as far as both are about the output; in [0, 1]. */
    static double conflict(Held a, Held b) {
        return Math.abs(a.values - b.values) * Math.max(0, Math.min(a.closeness, b.closeness));
    }

    /** One for each chunk; none where the output holds no value. */
    List<Held> of(List<String> chunks, String output) {
        List<String> sentences = Segments.texts(output);
        Set<String> values = new LinkedHashSet<>();
        sentences.stream()
                .filter(sentence -> !sentence.strip().endsWith("?"))
                .forEach(sentence -> values.addAll(values(sentence)));
        List<Held> held = new ArrayList<>();
        if (values.isEmpty()) {
            return held;
        }
        for (String chunk : chunks) {
            Set<String> words = new HashSet<>(Words.words(chunk));
            long found = values.stream().filter(words::contains).count();
            double closeness = Script.isLatin(chunk) ? closeness(Segments.texts(chunk), sentences) : 0;
            held.add(new Held((double) found / values.size(), closeness));
        }
        return held;
    }

    /** The words that hold a digit or have a capital letter behind the first word; of a bare answer all that aren't grammar. */
    private static Set<String> values(String sentence) {
        List<String> all = Words.words(sentence);
        Set<String> capitals = capitals(sentence);
        Set<String> values = new LinkedHashSet<>(all);
        values.removeIf(word -> FunctionWords.contains(word)
                || (all.size() > BARE_ANSWER && !hasDigit(word) && !capitals.contains(word)));
        return values;
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

    private static boolean hasDigit(String word) {
        return word.codePoints().anyMatch(Character::isDigit);
    }

    private double closeness(List<String> sentences, List<String> output) {
        double closest = 0;
        for (String sentence : sentences) {
            for (String said : output) {
                closest = Math.max(closest, Cosine.of(memory.vector(sentence), memory.vector(said)));
            }
        }
        return closest;
    }
}
