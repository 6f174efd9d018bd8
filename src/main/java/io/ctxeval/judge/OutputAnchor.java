package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import io.ctxeval.text.Segments;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ranks pairs of chunks by what an output says: where one chunk holds the output's values (its numbers and names) and another one is
 * as close to the output but lacks them, they may state different values of the same. A chunk that merely is silent looks alike, so
 * this makes no verdict; it says which pairs to look at first.
 */
final class OutputAnchor {
    /** A sentence of so few words is an answer by itself, all of it a value. */
    static final int BARE_ANSWER = 6;

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
            Set<String> words = words(chunk);
            long found = values.stream().filter(words::contains).count();
            double closeness = Script.isLatin(chunk) ? closeness(Segments.texts(chunk), sentences) : 0;
            held.add(new Held((double) found / values.size(), closeness));
        }
        return held;
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        for (String sentence : Segments.texts(text)) {
            for (Term term : Terms.of(sentence)) {
                words.add(term.text());
                words.addAll(List.of(term.text().split(" ", 2))); // of a label its noun and its number too
            }
        }
        return words;
    }

    private static Set<String> values(String sentence) {
        Statement statement = Statement.of(sentence);
        return Words.words(sentence).size() <= BARE_ANSWER ? statement.words() : statement.values();
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
