package io.ctxeval.text;

import java.util.Arrays;

/**
 * Which words of some asking texts stand in which chunk (metrics.md 6.6): one bit per distinct word and chunk. Buffers are used
 * again; not safe for several threads.
 */
public final class WordCoverage {
    private final LongIndex vocabulary = new LongIndex();
    private long[] rows = new long[16];
    private int rowLength;
    private int chunks;
    private long[] mask = new long[4];

    /** Begins anew, without words. */
    public void clear() {
        vocabulary.clear();
    }

    /** Adds the words of a text to those looked for. */
    public void lookFor(WordScanner scanner, int text) {
        long[] words = scanner.words();
        int to = scanner.firstWord(text + 1);
        for (int i = scanner.firstWord(text); i < to; i++) {
            vocabulary.add(words[i]);
        }
    }

    /** Looks for the words in the chunks. */
    public void measure(WordScanner scanner, int firstChunk, int chunkCount) {
        chunks = chunkCount;
        rowLength = (vocabulary.size() + Long.SIZE - 1) / Long.SIZE;
        if (rows.length < chunkCount * rowLength) {
            rows = new long[2 * chunkCount * rowLength];
        }
        if (mask.length < rowLength) {
            mask = new long[2 * rowLength];
        }
        Arrays.fill(rows, 0, chunkCount * rowLength, 0);
        long[] words = scanner.words();
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            int row = chunk * rowLength;
            int to = scanner.firstWord(firstChunk + chunk + 1);
            for (int i = scanner.firstWord(firstChunk + chunk); i < to; i++) {
                int number = vocabulary.find(words[i]);
                if (number >= 0) {
                    rows[row + (number >> 6)] |= 1L << number;
                }
            }
        }
    }

    /**
     * The largest share of a segment's distinct words that one chunk has, in [0, 1]; 0 without chunks.
     *
     * @param segment of a text that was looked for
     */
    public double bestShare(WordScanner scanner, int segment) {
        Arrays.fill(mask, 0, rowLength, 0);
        for (int i = scanner.segmentFirstWord(segment); i < scanner.segmentEndWord(segment); i++) {
            mark(scanner.words()[i]);
        }
        int best = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            best = Math.max(best, commonWith(chunk));
        }
        return (double) best / marked();
    }

    /**
     * The share of a text's distinct content words that stand in any chunk, in [0, 1]; NaN if it has none.
     *
     * @param text one that was looked for
     */
    public double contentShare(WordScanner scanner, int text) {
        Arrays.fill(mask, 0, rowLength, 0);
        for (int i = scanner.firstWord(text); i < scanner.firstWord(text + 1); i++) {
            if (scanner.isContent(i)) {
                mark(scanner.words()[i]);
            }
        }
        int found = 0;
        for (int w = 0; w < rowLength; w++) {
            long any = 0;
            for (int chunk = 0; chunk < chunks; chunk++) {
                any |= rows[chunk * rowLength + w];
            }
            found += Long.bitCount(any & mask[w]);
        }
        return (double) found / marked();
    }

    private void mark(long word) {
        int number = vocabulary.find(word);
        mask[number >> 6] |= 1L << number;
    }

    private int marked() {
        int marked = 0;
        for (int w = 0; w < rowLength; w++) {
            marked += Long.bitCount(mask[w]);
        }
        return marked;
    }

    private int commonWith(int chunk) {
        int common = 0;
        for (int w = 0; w < rowLength; w++) {
            common += Long.bitCount(rows[chunk * rowLength + w] & mask[w]);
        }
        return common;
    }
}
