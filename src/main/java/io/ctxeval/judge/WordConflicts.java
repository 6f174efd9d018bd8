package io.ctxeval.judge;

import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.text.AlikeSegments;
import io.ctxeval.text.WordScanner;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pairs of texts that don't say the same though sentences of them are worded nearly alike: contradictions by {@link
 * Sentence#conflict}, and statements about different things.
 */
final class WordConflicts {
    private final AlikeSegments alike = new AlikeSegments();

    /** Which pairs are looked at; {@code a < b}. */
    interface Pairs {
        boolean contain(int a, int b);
    }

    /**
     * What was found.
     *
     * @param contradictions by pairs' keys, in the order of the ids; of each pair of texts the first one
     * @param unlike pairs that don't say the same, such as those with sentences about different things: of a text the later ones. A
     *     catalogue's thousands of lines have millions
     */
    record Found(Map<Long, Contradiction> contradictions, Map<Integer, BitSet> unlike) {
        /** Notes that two texts don't say the same; {@code a < b}. */
        void keepApart(int a, int b) {
            unlike.computeIfAbsent(a, first -> new BitSet()).set(b);
        }

        boolean forbidJoining(int a, int b) {
            int first = Math.min(a, b);
            int second = Math.max(a, b);
            BitSet later = unlike.get(first);
            return contradictions.containsKey(key(first, second)) || (later != null && later.get(second));
        }
    }

    /**
     * Looks through pairs of texts.
     *
     * @param scanner holds the texts first
     */
    Found find(WordScanner scanner, List<String> texts, Pairs pairs) {
        Found found = new Found(new TreeMap<>(), new HashMap<>());
        alike.find(scanner, 0, texts.size(), (a, segmentOfA, b, segmentOfB) -> {
            if (pairs.contain(a, b) && !found.contradictions.containsKey(key(a, b))) {
                compare(
                        a,
                        quote(scanner, texts.get(a), segmentOfA),
                        b,
                        quote(scanner, texts.get(b), segmentOfB),
                        texts,
                        found);
            }
        });
        return found;
    }

    private static void compare(int a, String left, int b, String right, List<String> texts, Found found) {
        Statement statementOfA = Statement.of(left);
        Statement statementOfB = Statement.of(right);
        Sentence.conflict(statementOfA.sentence(), statementOfB.sentence())
                .ifPresent(reason -> found.contradictions.put(key(a, b), new Contradiction(a, b, reason)));
        // A text that also has the other one's sentence says more, not something else.
        boolean alsoSaid = texts.get(b).contains(left) || texts.get(a).contains(right);
        if (!alsoSaid && Statement.areOfOthers(statementOfA, statementOfB)) {
            found.keepApart(a, b);
        }
    }

    static String quote(WordScanner scanner, String text, int segment) {
        return text.substring(scanner.segmentFrom(segment), scanner.segmentTo(segment));
    }

    /** A pair's key; {@code a < b}. */
    static long key(int a, int b) {
        return ((long) a << Integer.SIZE) | b;
    }
}
