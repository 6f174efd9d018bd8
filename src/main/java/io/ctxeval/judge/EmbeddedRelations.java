package io.ctxeval.judge;

import io.ctxeval.judge.SaidPair.Chunk;
import io.ctxeval.judge.SaidPair.Said;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.text.NearDuplicates;
import io.ctxeval.text.Partition;
import io.ctxeval.text.WordScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which chunks say the same and which contradict each other: near duplicates (metrics.md 6.3), and what {@link SaidPair} finds. A pair
 * that contradicts, or whose like sentences are about different things, is not joined. Of chunks in another script than Latin, which
 * the model doesn't know, pairs are compared by words alone.
 */
final class EmbeddedRelations {
    /** What the output says weighs so much in a suspicion; the rest is how far the closest sentences lie apart. */
    static final double ANCHOR = 0.8;

    /** Pairs whose suspicion is told, the strongest: of a thousand chunks there are half a million. */
    static final int MOST_SUSPECTED = 1_000;

    /** Contradictions that are reported, the first: thousands of like lines, as of a catalogue, would make millions. */
    static final int MOST_CONTRADICTIONS = 10_000;

    private final SentenceMemory memory;
    private final WordScanner scanner = new WordScanner();
    private final WordConflicts words = new WordConflicts();
    private final NearDuplicates nearDuplicates = new NearDuplicates();
    private final Partition partition = new Partition();

    EmbeddedRelations(SentenceMemory memory) {
        this.memory = memory;
    }

    /**
     * All that is said of pairs.
     *
     * @param anchored one for each text: where it stands to the output; empty: there is none
     */
    Verdict.Waste relations(List<String> texts, List<OutputAnchor.Held> anchored) {
        scanner.clear();
        texts.forEach(scanner::scan);
        List<Chunk> chunks = new ArrayList<>(texts.size());
        BitSet foreign = new BitSet();
        for (int id = 0; id < texts.size(); id++) {
            foreign.set(id, !Script.isLatin(texts.get(id)));
            chunks.add(chunk(id, texts.get(id), foreign.get(id)));
        }
        WordConflicts.Found found = byWords(texts, foreign);
        StrongestPairs suspicions = new StrongestPairs(MOST_SUSPECTED);
        partition.reset(chunks.size());
        for (int a = 0; a < chunks.size(); a++) {
            for (int b = a + 1; b < chunks.size(); b++) {
                double apart = relate(a, b, SaidPair.of(chunks.get(a), chunks.get(b)), found);
                double anchor = anchored.isEmpty() ? 0 : OutputAnchor.conflict(anchored.get(a), anchored.get(b));
                boolean reported = found.contradictions().containsKey(WordConflicts.key(a, b));
                suspicions.add(new Suspicion(a, b, reported ? 1 : ANCHOR * anchor + (1 - ANCHOR) * apart));
            }
        }
        joinNearDuplicates(chunks.size(), found);
        List<List<Integer>> groups = Partition.groups(partition.roots());
        return new Verdict.Waste(
                List.of(),
                groups,
                List.copyOf(found.contradictions().values()),
                groups.size() + " groups of texts say the same."
                        + cut(found.contradictions().size()),
                suspicions.inOrder());
    }

    /** What is said where not all contradictions are reported. */
    static String cut(int contradictions) {
        return contradictions < MOST_CONTRADICTIONS
                ? ""
                : " Of contradictions the first " + MOST_CONTRADICTIONS + " are reported, there may be more.";
    }

    /** What words say of the pairs that the model can't compare. */
    private WordConflicts.Found byWords(List<String> texts, BitSet foreign) {
        return words.find(scanner, foreign.isEmpty() ? List.of() : texts, (a, b) -> foreign.get(a) || foreign.get(b));
    }

    /** Takes in what a pair is; returns how far it lies apart. */
    private double relate(int a, int b, SaidPair pair, WordConflicts.Found found) {
        long key = WordConflicts.key(a, b);
        if (pair.conflict().isPresent() && found.contradictions().size() < MOST_CONTRADICTIONS) {
            found.contradictions()
                    .put(key, new Contradiction(a, b, pair.conflict().get()));
        }
        if (pair.unlike() || pair.conflict().isPresent()) {
            found.keepApart(a, b);
        } else if (pair.same()) {
            partition.join(a, b);
        }
        return pair.apart();
    }

    private void joinNearDuplicates(int count, WordConflicts.Found found) {
        int[] texts = new int[count];
        for (int i = 0; i < count; i++) {
            texts[i] = i;
        }
        NearDuplicates.Veto veto = found::forbidJoining;
        if (count > NearDuplicates.EXACT_LIMIT) {
            nearDuplicates.joinCandidates(scanner, texts, texts, partition, veto);
        } else {
            nearDuplicates.joinAllPairs(scanner, texts, texts, partition, veto);
        }
    }

    /** A chunk in a foreign script has no sentences here. */
    private Chunk chunk(int id, String text, boolean foreign) {
        List<Said> sentences = new ArrayList<>();
        int words = 0;
        int end = scanner.firstSegment(foreign ? id : id + 1);
        for (int s = scanner.firstSegment(id); s < end; s++) {
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
}
