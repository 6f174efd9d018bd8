package io.ctxeval.text;

import java.util.Arrays;

/**
 * How far an output repeats the words of each chunk (metrics.md 6.4). For a chunk's segment s and an output's segment q, with
 * k = min(3, |s|, |q|), the overlap is the number of k-word shingles that both have over that of the smaller set; the usage of a
 * segment or chunk is its largest overlap with any q. From {@value #USED} on it counts as used: a positive is good evidence, a
 * negative is not.
 *
 * <p>Buffers are used again; not safe for several threads.
 */
public final class LexicalUse {
    public static final int SHINGLE = 3;
    public static final double USED = 0.2;

    private static final int NONE = -1;

    private final LongIndex grams = new LongIndex();
    private final LongIndex ownGrams = new LongIndex();
    private int[] lastEntry = new int[256];
    private int[] entrySegment = new int[256];
    private int[] entryBefore = new int[256];
    private int entries;
    private int[] countedFor = new int[256];

    private int[] outputGrams = new int[16];
    private int[] shared = new int[16];
    private int[] hits = new int[256];

    private double[] segmentUsage = new double[64];
    private int[] segmentPartner = new int[64];
    private int[] bestSegment = new int[16];
    private double[] usage = new double[16];
    private int firstOutput;
    private int endOutput;
    private boolean shortOutput;

    /**
     * Measures chunks against an output.
     *
     * @param firstChunk number of the first chunk's text in the scanner; the others follow it
     * @param output number of the output's text; it must have a segment, or every usage is 0
     */
    public void measure(WordScanner scanner, int firstChunk, int chunkCount, int output) {
        indexOutput(scanner, output);
        if (usage.length < chunkCount) {
            usage = new double[2 * chunkCount];
            bestSegment = new int[2 * chunkCount];
        }
        int endSegment = scanner.firstSegment(firstChunk + chunkCount);
        if (segmentUsage.length < endSegment) {
            segmentUsage = new double[2 * endSegment];
            segmentPartner = new int[2 * endSegment];
        }
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            usage[chunk] = 0;
            bestSegment[chunk] = NONE;
            int end = scanner.firstSegment(firstChunk + chunk + 1);
            for (int s = scanner.firstSegment(firstChunk + chunk); s < end; s++) {
                measureSegment(scanner, s);
                if (segmentUsage[s] > usage[chunk]) {
                    usage[chunk] = segmentUsage[s];
                    bestSegment[chunk] = s;
                }
            }
        }
    }

    /** The usage of a chunk, in [0, 1]; 0 without segments. */
    public double usage(int chunk) {
        return usage[chunk];
    }

    public boolean isUsed(int chunk) {
        return usage[chunk] >= USED;
    }

    /** The usage of a chunk's segment, by its number in the scanner. */
    public double segmentUsage(int segment) {
        return segmentUsage[segment];
    }

    /** The segment that gives a chunk its usage, by its number in the scanner, the first of equals; below zero if there is none. */
    public int bestSegment(int chunk) {
        return bestSegment[chunk];
    }

    /** The output's segment that gives a chunk's segment its usage, the first of equals; below zero if the usage is 0. */
    public int partner(int segment) {
        return segmentPartner[segment];
    }

    private void indexOutput(WordScanner scanner, int output) {
        firstOutput = scanner.firstSegment(output);
        endOutput = scanner.firstSegment(output + 1);
        int count = endOutput - firstOutput;
        if (outputGrams.length < count) {
            outputGrams = new int[2 * count];
            shared = new int[2 * count];
        }
        grams.clear();
        entries = 0;
        shortOutput = false;
        long[] words = scanner.words();
        for (int q = firstOutput; q < endOutput; q++) {
            int from = scanner.segmentFirstWord(q);
            int to = scanner.segmentEndWord(q);
            int distinct = 0;
            for (int i = from; i + SHINGLE <= to; i++) {
                if (addGram(Shingles.three(words, i), q)) {
                    distinct++;
                }
            }
            outputGrams[q - firstOutput] = distinct;
            shortOutput |= distinct == 0;
        }
    }

    /** Whether the gram is new to the segment. */
    private boolean addGram(long gram, int segment) {
        int seen = grams.size();
        int number = grams.add(gram);
        int before = number < seen ? lastEntry[number] : NONE;
        if (before >= 0 && entrySegment[before] == segment) {
            return false;
        }
        if (entries == entrySegment.length) {
            entrySegment = Arrays.copyOf(entrySegment, 2 * entries);
            entryBefore = Arrays.copyOf(entryBefore, 2 * entries);
        }
        if (number == lastEntry.length) {
            lastEntry = Arrays.copyOf(lastEntry, 2 * number);
            countedFor = Arrays.copyOf(countedFor, 2 * number);
        }
        countedFor[number] = NONE;
        entrySegment[entries] = segment;
        entryBefore[entries] = before;
        lastEntry[number] = entries++;
        return true;
    }

    private void measureSegment(WordScanner scanner, int segment) {
        segmentUsage[segment] = 0;
        segmentPartner[segment] = NONE;
        long[] words = scanner.words();
        int from = scanner.segmentFirstWord(segment);
        int to = scanner.segmentEndWord(segment);
        if (to - from < SHINGLE) {
            measureShort(scanner, segment, from, to);
            return;
        }
        if (hits.length < to - from) {
            hits = new int[2 * (to - from)];
        }
        int found = 0;
        for (int i = from; i + SHINGLE <= to; i++) {
            int number = grams.find(Shingles.three(words, i));
            if (number >= 0) {
                hits[found++] = number;
            }
        }
        if (found > 0) {
            measureHits(words, segment, from, to, found);
        }
        if (shortOutput) {
            measureShortOutputs(scanner, segment, from, to);
        }
    }

    private void measureHits(long[] words, int segment, int from, int to, int found) {
        Arrays.fill(shared, 0, endOutput - firstOutput, 0);
        for (int h = 0; h < found; h++) {
            int gram = hits[h];
            if (countedFor[gram] == segment) {
                continue;
            }
            countedFor[gram] = segment;
            for (int e = lastEntry[gram]; e >= 0; e = entryBefore[e]) {
                shared[entrySegment[e] - firstOutput]++;
            }
        }
        ownGrams.clear();
        for (int i = from; i + SHINGLE <= to; i++) {
            ownGrams.add(Shingles.three(words, i));
        }
        for (int q = firstOutput; q < endOutput; q++) {
            int common = shared[q - firstOutput];
            if (common > 0) {
                offer(segment, q, (double) common / Math.min(ownGrams.size(), outputGrams[q - firstOutput]));
            }
        }
    }

    /** The shorter of two segments has one shingle if it has fewer than three words: it is in the other one or it isn't. */
    private void measureShortOutputs(WordScanner scanner, int segment, int from, int to) {
        long[] words = scanner.words();
        for (int q = firstOutput; q < endOutput; q++) {
            int first = scanner.segmentFirstWord(q);
            int end = scanner.segmentEndWord(q);
            if (end - first < SHINGLE && contains(words, from, to, first, end)) {
                offer(segment, q, 1);
            }
        }
    }

    private void measureShort(WordScanner scanner, int segment, int from, int to) {
        long[] words = scanner.words();
        for (int q = firstOutput; q < endOutput; q++) {
            int first = scanner.segmentFirstWord(q);
            int end = scanner.segmentEndWord(q);
            boolean found = end - first < to - from
                    ? contains(words, from, to, first, end)
                    : contains(words, first, end, from, to);
            if (found) {
                offer(segment, q, 1);
            }
        }
    }

    private void offer(int segment, int output, double overlap) {
        if (overlap > segmentUsage[segment] || (overlap == segmentUsage[segment] && output < segmentPartner[segment])) {
            segmentUsage[segment] = overlap;
            segmentPartner[segment] = output;
        }
    }

    private static boolean contains(long[] words, int from, int to, int partFrom, int partTo) {
        int length = partTo - partFrom;
        for (int i = from; i + length <= to; i++) {
            if (Arrays.equals(words, i, i + length, words, partFrom, partTo)) {
                return true;
            }
        }
        return false;
    }
}
