package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What two chunks are to each other, by pairs of their sentences. Only sentences that share a content word are compared. Two chunks
 * say the same if sentences with {@value #REPEATED} of the shorter one's words and {@value #REPEATED_OF_LONGER} of the longer one's
 * have a counterpart with a cosine of {@value #SAME} or more that agrees in numbers, times and negation. They contradict each other
 * where two sentences with a cosine of {@value #RELATED} or more state the same but for a number, a name or a negation, of the same
 * subject: the chunks share {@value #SAME_SUBJECT} of the smaller one's content words, or the sentences are {@value #TWINS} alike and
 * differ in one number or negation.
 *
 * <p>The thresholds of contradictions find the most of RAMDocs's contradictory pairs with a precision of 0.8 or more, on the
 * calibration half of its samples (README, "Calibration"). Those of repeats are the design's: no labelled set of them is at hand.
 *
 * @param conflict why the two can't both be true; empty: nothing is known against it
 * @param same whether they say the same; never if they contradict each other
 * @param unlike whether a sentence is worded as one of the other chunk's but about something else
 * @param apart how far the closest sentences lie apart: both have words that the other lacks; in [0, 1]
 */
record SaidPair(Optional<String> conflict, boolean same, boolean unlike, double apart) {
    static final double SAME = 0.8;
    static final double REPEATED = 0.9;
    static final double REPEATED_OF_LONGER = 0.5;
    static final double RELATED = 0.6;
    static final double SAME_SUBJECT = 0.5;
    static final double TWINS = 0.95;
    /** A sentence of a chunk. */
    static final class Said {
        final String text;
        final float[] vector;
        /** Numbers of its distinct content words, ascending. */
        final long[] content;

        final int words;
        private @Nullable Statement statement;

        Said(String text, float[] vector, long[] content, int words) {
            this.text = text;
            this.vector = vector;
            this.content = content;
            this.words = words;
        }

        Statement statement() {
            Statement made = statement;
            if (made == null) {
                made = Statement.of(text);
                statement = made;
            }
            return made;
        }
    }

    /** A chunk's sentences and all its content words, ascending. */
    @SuppressWarnings("ArrayRecordComponent") // made for one question; nobody writes them
    record Chunk(List<Said> sentences, long[] content, int words) {}

    static SaidPair of(Chunk a, Chunk b) {
        Comparison comparison = new Comparison(a, b);
        for (int s = 0; s < a.sentences().size(); s++) {
            for (int t = 0; t < b.sentences().size(); t++) {
                comparison.see(s, t);
            }
        }
        return comparison.result();
    }

    /** The comparison of two chunks, sentence by sentence. */
    private static final class Comparison {
        private final Chunk a;
        private final Chunk b;
        private final boolean sameSubject;
        private final boolean[] toldOfA;
        private final boolean[] toldOfB;
        private final boolean[] unlikeOfA;
        private Optional<String> conflict = Optional.empty();
        private double closest = -1;
        private double apart;

        Comparison(Chunk a, Chunk b) {
            this.a = a;
            this.b = b;
            sameSubject =
                    shared(a.content(), b.content()) >= SAME_SUBJECT * Math.min(a.content().length, b.content().length);
            toldOfA = new boolean[a.sentences().size()];
            toldOfB = new boolean[b.sentences().size()];
            unlikeOfA = new boolean[a.sentences().size()];
        }

        void see(int s, int t) {
            Said left = a.sentences().get(s);
            Said right = b.sentences().get(t);
            double cosine = shareAny(left.content, right.content) ? Cosine.of(left.vector, right.vector) : 0;
            if (cosine > closest) {
                closest = cosine;
                apart = apart(left.content, right.content);
            }
            if (cosine < RELATED) {
                return;
            }
            if (conflict.isEmpty()) {
                conflict = conflict(left.statement(), right.statement(), cosine);
            }
            unlikeOfA[s] |= Statement.areOfOthers(left.statement(), right.statement());
            if (cosine >= SAME
                    && Sentence.agree(
                            left.statement().sentence(), right.statement().sentence())) {
                toldOfA[s] = true;
                toldOfB[t] = true;
            }
        }

        private Optional<String> conflict(Statement left, Statement right, double cosine) {
            if (!sameSubject && cosine < TWINS) {
                return Optional.empty();
            }
            Optional<String> found = Sentence.conflict(left.sentence(), right.sentence());
            return found.isPresent() || !sameSubject ? found : Statement.swappedValues(left, right);
        }

        SaidPair result() {
            boolean unlike = false;
            for (int s = 0; s < unlikeOfA.length; s++) {
                unlike |= unlikeOfA[s] && !toldOfA[s];
            }
            return new SaidPair(conflict, conflict.isEmpty() && saysTheSame(a, toldOfA, b, toldOfB), unlike, apart);
        }
    }

    /** The share of the shorter sentence's content words for which the other one has others. */
    private static double apart(long[] a, long[] b) {
        int shared = shared(a, b);
        int own = Math.min(a.length, b.length) - shared;
        return own == 0 ? 0 : (double) own / (own + shared);
    }

    private static boolean saysTheSame(Chunk a, boolean[] toldOfA, Chunk b, boolean[] toldOfB) {
        double shareOfA = share(a, toldOfA);
        double shareOfB = share(b, toldOfB);
        boolean aIsShorter = a.words() <= b.words();
        return (aIsShorter ? shareOfA : shareOfB) >= REPEATED
                && (aIsShorter ? shareOfB : shareOfA) >= REPEATED_OF_LONGER;
    }

    /** Of a chunk's words, those in sentences that the other chunk says as well. */
    private static double share(Chunk chunk, boolean[] told) {
        int words = 0;
        for (int s = 0; s < told.length; s++) {
            words += told[s] ? chunk.sentences().get(s).words : 0;
        }
        return chunk.words() == 0 ? 0 : (double) words / chunk.words();
    }

    private static boolean shareAny(long[] a, long[] b) {
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            if (a[i] == b[j]) {
                return true;
            }
            if (a[i] < b[j]) {
                i++;
            } else {
                j++;
            }
        }
        return false;
    }

    private static int shared(long[] a, long[] b) {
        int count = 0;
        int j = 0;
        for (long word : a) {
            while (j < b.length && b[j] < word) {
                j++;
            }
            if (j < b.length && b[j] == word) {
                count++;
            }
        }
        return count;
    }
}
