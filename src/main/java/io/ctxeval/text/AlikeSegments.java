package io.ctxeval.text;

import java.util.Arrays;

/**
 * Finds pairs of segments of different texts that are worded nearly alike: of the pairs of neighbouring words, {@value #SHARED} of
 * the shorter segment's are in both. An index from word pairs to segments keeps this close to linear; word pairs that stand in
 * {@value #TOO_COMMON} segments tell nothing and are skipped from there on. Buffers are used again; not safe for several threads.
 */
public final class AlikeSegments {
    public static final double SHARED = 0.4;
    public static final int FEWEST_WORDS = 4;

    private static final int TOO_COMMON = 200;
    private static final int NONE = -1;

    private final LongIndex index = new LongIndex();
    private int[] lastEntry = new int[256];
    private int[] entriesOf = new int[256];
    private int[] entrySegment = new int[256];
    private int[] entryBefore = new int[256];
    private int entries;

    private int[] textOf = new int[64];
    private int[] shared = new int[64];
    private int[] touched = new int[64];
    private int touchedCount;

    /** Receives the pairs; {@code a} stands in an earlier text than {@code b}. Texts and segments by their scanner numbers. */
    public interface Found {
        void pair(int textOfA, int segmentA, int textOfB, int segmentB);
    }

    /** Looks through the segments of some texts that follow each other in the scanner. */
    public void find(WordScanner scanner, int firstText, int textCount, Found found) {
        int end = scanner.firstSegment(firstText + textCount);
        if (textOf.length < end) {
            textOf = new int[2 * end];
            shared = new int[2 * end];
            touched = new int[2 * end];
        }
        Arrays.fill(shared, 0, end, 0);
        index.clear();
        entries = 0;
        for (int text = firstText; text < firstText + textCount; text++) {
            for (int s = scanner.firstSegment(text); s < scanner.firstSegment(text + 1); s++) {
                textOf[s] = text;
                if (length(scanner, s) >= FEWEST_WORDS) {
                    count(scanner, s);
                    report(scanner, s, found);
                }
            }
        }
    }

    private void count(WordScanner scanner, int segment) {
        long[] words = scanner.words();
        touchedCount = 0;
        for (int i = scanner.segmentFirstWord(segment); i + 1 < scanner.segmentEndWord(segment); i++) {
            int seen = index.size();
            int number = index.add(Shingles.two(words, i));
            if (number == lastEntry.length) {
                lastEntry = Arrays.copyOf(lastEntry, 2 * number);
                entriesOf = Arrays.copyOf(entriesOf, 2 * number);
            }
            if (number == seen) {
                lastEntry[number] = NONE;
                entriesOf[number] = 0;
            }
            countShared(number, segment);
        }
    }

    private void countShared(int number, int segment) {
        int last = lastEntry[number];
        boolean repeated = last >= 0 && entrySegment[last] == segment;
        if (repeated || entriesOf[number] == TOO_COMMON) {
            return;
        }
        for (int e = last; e >= 0; e = entryBefore[e]) {
            int other = entrySegment[e];
            if (shared[other]++ == 0) {
                touched[touchedCount++] = other;
            }
        }
        if (entries == entrySegment.length) {
            entrySegment = Arrays.copyOf(entrySegment, 2 * entries);
            entryBefore = Arrays.copyOf(entryBefore, 2 * entries);
        }
        entrySegment[entries] = segment;
        entryBefore[entries] = last;
        lastEntry[number] = entries++;
        entriesOf[number]++;
    }

    private void report(WordScanner scanner, int segment, Found found) {
        for (int t = 0; t < touchedCount; t++) {
            int other = touched[t];
            int pairs = Math.min(length(scanner, segment), length(scanner, other)) - 1;
            if (textOf[other] != textOf[segment] && shared[other] >= SHARED * pairs) {
                found.pair(textOf[other], other, textOf[segment], segment);
            }
            shared[other] = 0;
        }
    }

    private static int length(WordScanner scanner, int segment) {
        return scanner.segmentEndWord(segment) - scanner.segmentFirstWord(segment);
    }
}
