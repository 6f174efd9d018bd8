package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.text.NearDuplicates;
import io.ctxeval.text.Partition;
import io.ctxeval.text.WordScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which chunks say the same and which contradict each other, by pairs of their sentences. Only sentences that share a content word are
 * compared. Two chunks say the same if they are near duplicates (metrics.md 6.3), or if sentences with {@value #REPEATED} of the
 * shorter one's words and {@value #REPEATED_OF_LONGER} of the longer one's have a counterpart with a cosine of {@value #SAME}
 * or more that agrees in numbers and negation. They contradict each other where two sentences with a cosine of {@value #RELATED} or
 * more state the same but for a number, a name or a negation, of the same subject: the chunks share {@value #SAME_SUBJECT} of the
 * smaller one's content words, or the sentences are {@value #TWINS} alike and differ in one number or negation.
 * A pair that contradicts is not also joined.
 *
 * <p>The thresholds of contradictions find the most of RAMDocs's contradictory pairs with a precision of 0.8 or more, on the
 * calibration half of its samples (README, "Calibration"). Those of repeats are the design's: no labelled set of them is at hand.
 */
final class EmbeddedRelations {
    static final double SAME = 0.8;
    static final double REPEATED = 0.9;
    static final double REPEATED_OF_LONGER = 0.5;
    static final double RELATED = 0.6;
    static final double SAME_SUBJECT = 0.5;
    static final double TWINS = 0.95;
    /** What the output says weighs so much in a suspicion; the rest is how far the closest sentences lie apart. */
    static final double ANCHOR = 0.8;

    /** Pairs whose suspicion is told, the strongest: of a thousand chunks there are half a million. */
    static final int MOST_SUSPECTED = 1_000;

    /** Contradictions that are reported, the first: thousands of like lines, as of a catalogue, would make millions. */
    static final int MOST_CONTRADICTIONS = 10_000;

    private final SentenceMemory memory;
    private final WordScanner scanner = new WordScanner();
    private final NearDuplicates nearDuplicates = new NearDuplicates();
    private final Partition partition = new Partition();

    EmbeddedRelations(SentenceMemory memory) {
        this.memory = memory;
    }

    /** A sentence of a chunk. */
    private static final class Said {
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
    private record Chunk(List<Said> sentences, long[] content, int words) {}

    /**
     * All that is said of pairs.
     *
     * @param anchored one for each text: where it stands to the output; empty: there is none
     */
    Verdict.Waste relations(List<String> texts, List<OutputAnchor.Held> anchored) {
        scanner.clear();
        texts.forEach(scanner::scan);
        List<Chunk> chunks = new ArrayList<>(texts.size());
        for (int id = 0; id < texts.size(); id++) {
            chunks.add(chunk(id, texts.get(id)));
        }
        Map<Long, Contradiction> contradictions = new TreeMap<>();
        StrongestPairs suspicions = new StrongestPairs(MOST_SUSPECTED);
        partition.reset(chunks.size());
        for (int a = 0; a < chunks.size(); a++) {
            for (int b = a + 1; b < chunks.size(); b++) {
                double apart = relate(a, b, chunks.get(a), chunks.get(b), contradictions);
                double anchor = anchored.isEmpty() ? 0 : OutputAnchor.conflict(anchored.get(a), anchored.get(b));
                boolean reported = contradictions.containsKey(key(a, b));
                suspicions.add(new Suspicion(a, b, reported ? 1 : ANCHOR * anchor + (1 - ANCHOR) * apart));
            }
        }
        joinNearDuplicates(chunks.size(), contradictions);
        List<List<Integer>> groups = Partition.groups(partition.roots());
        return new Verdict.Waste(
                List.of(),
                groups,
                List.copyOf(contradictions.values()),
                groups.size() + " groups of texts say the same." + cut(contradictions.size()),
                suspicions.inOrder());
    }

    /** What is said where not all contradictions are reported. */
    static String cut(int contradictions) {
        return contradictions < MOST_CONTRADICTIONS
                ? ""
                : " Of contradictions the first " + MOST_CONTRADICTIONS + " are reported, there may be more.";
    }

    /** Looks for what the pair is; returns how far its closest sentences lie apart: both have words that the other lacks. */
    private double relate(int a, int b, Chunk chunkOfA, Chunk chunkOfB, Map<Long, Contradiction> contradictions) {
        Optional<String> conflict = Optional.empty();
        double closest = -1;
        double apart = 0;
        boolean sameSubject = shared(chunkOfA.content(), chunkOfB.content())
                >= SAME_SUBJECT * Math.min(chunkOfA.content().length, chunkOfB.content().length);
        boolean[] toldOfA = new boolean[chunkOfA.sentences().size()];
        boolean[] toldOfB = new boolean[chunkOfB.sentences().size()];
        for (int s = 0; s < toldOfA.length; s++) {
            Said left = chunkOfA.sentences().get(s);
            for (int t = 0; t < toldOfB.length; t++) {
                Said right = chunkOfB.sentences().get(t);
                double cosine = shareAny(left.content, right.content) ? Cosine.of(left.vector, right.vector) : 0;
                if (cosine > closest) {
                    closest = cosine;
                    apart = apart(left.content, right.content);
                }
                if (cosine < RELATED) {
                    continue;
                }
                if (conflict.isEmpty()) {
                    conflict = conflict(left.statement(), right.statement(), cosine, sameSubject);
                }
                if (cosine >= SAME && Statement.agree(left.statement(), right.statement())) {
                    toldOfA[s] = true;
                    toldOfB[t] = true;
                }
            }
        }
        if (conflict.isPresent()) {
            if (contradictions.size() < MOST_CONTRADICTIONS) {
                contradictions.put(key(a, b), new Contradiction(a, b, conflict.get()));
            }
        } else if (saysTheSame(chunkOfA, toldOfA, chunkOfB, toldOfB)) {
            partition.join(a, b);
        }
        return apart;
    }

    /** The share of the shorter sentence's content words for which the other one has others. */
    private static double apart(long[] a, long[] b) {
        int shared = shared(a, b);
        int own = Math.min(a.length, b.length) - shared;
        return own == 0 ? 0 : (double) own / (own + shared);
    }

    private static Optional<String> conflict(Statement a, Statement b, double cosine, boolean sameSubject) {
        if (!sameSubject && cosine < TWINS) {
            return Optional.empty();
        }
        Optional<String> conflict = Sentence.conflict(a.sentence(), b.sentence());
        return conflict.isPresent() || !sameSubject ? conflict : Statement.swappedValues(a, b);
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

    private void joinNearDuplicates(int count, Map<Long, Contradiction> contradictions) {
        int[] texts = new int[count];
        for (int i = 0; i < count; i++) {
            texts[i] = i;
        }
        NearDuplicates.Veto veto = (a, b) -> contradictions.containsKey(key(Math.min(a, b), Math.max(a, b)));
        if (count > NearDuplicates.EXACT_LIMIT) {
            nearDuplicates.joinCandidates(scanner, texts, texts, partition, veto);
        } else {
            nearDuplicates.joinAllPairs(scanner, texts, texts, partition, veto);
        }
    }

    private static long key(int a, int b) {
        return ((long) a << Integer.SIZE) | b;
    }

    private Chunk chunk(int id, String text) {
        List<Said> sentences = new ArrayList<>();
        int words = 0;
        for (int s = scanner.firstSegment(id); s < scanner.firstSegment(id + 1); s++) {
            String said = text.substring(scanner.segmentFrom(s), scanner.segmentTo(s));
            int from = scanner.segmentFirstWord(s);
            int to = scanner.segmentEndWord(s);
            sentences.add(new Said(said, memory.vector(said), content(from, to), to - from));
            words += to - from;
        }
        return new Chunk(sentences, content(scanner.firstWord(id), scanner.firstWord(id + 1)), words);
    }

    private long[] content(int from, int to) {
        long[] found = new long[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            if (scanner.isContent(i)) {
                found[count++] = scanner.words()[i];
            }
        }
        return Arrays.stream(found, 0, count).sorted().distinct().toArray();
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
