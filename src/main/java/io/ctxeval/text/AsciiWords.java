package io.ctxeval.text;

import io.ctxeval.json.Lanes;
import java.util.Arrays;

/**
 * The words and segments of an ASCII text as numbers: what {@link WordScanner} gives for any text, here straight from the bytes,
 * eight at a time. The numbers differ from that scanner's. A word of up to eight characters has a number of its own; longer words
 * are hashed to 64 bits, so that two of them in a text are taken for one with a chance of some 10^-19. An instance is reused; it
 * is not thread-safe.
 */
public final class AsciiWords {
    private static final long CASE_BITS = Lanes.all(0x20);
    /** Odd: multiplying by it is one-to-one, and spreads the characters into the upper bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private long[] words = new long[512];
    private int wordCount;
    private int lastFrom;
    private int lastLength;

    /** Of every segment four numbers: from, to, first word, end of words. */
    private int[] segments = new int[256];

    private int segmentCount;

    private byte[] bytes = {};
    private int pieceFrom;
    private int pieceFirstWord;

    /** Replaces the words by those of a text, of which {@link Utf8Buffer#isAscii} is true. */
    public void scan(Utf8Buffer text) {
        scan(text, Integer.MAX_VALUE);
    }

    /** Whether an ASCII text has any segment; reads no further than its first. Replaces the words. */
    public boolean hasSegment(Utf8Buffer text) {
        scan(text, 1);
        return segmentCount > 0;
    }

    private void scan(Utf8Buffer text, int segmentsWanted) {
        int end = text.length;
        byte[] b = text.bytes;
        Lanes.write(b, end, 0);
        bytes = b;
        wordCount = 0;
        segmentCount = 0;
        pieceFrom = 0;
        pieceFirstWord = 0;
        // a word and what parts it from the next take two bytes at least
        if (words.length < end / 2 + 1) {
            words = new long[end + 1];
        }
        int p = 0;
        while (p < end && segmentCount < segmentsWanted) {
            long lanes = Lanes.read(b, p);
            int count = AsciiTokens.leadingAlphanumerics(lanes);
            if (count > 0) {
                p = count < Lanes.COUNT ? add(Lanes.lowest(lanes | CASE_BITS, count), p, p + count) : addLong(p);
            }
            byte c = b[p];
            if (c != ' ' && p < end) {
                split(c, p, end);
            }
            p++;
        }
        endPiece(end, end);
    }

    public int wordCount() {
        return wordCount;
    }

    /** The numbers; the first {@link #wordCount} are the words in order. The buffer itself: read only, until the next scan. */
    @SuppressWarnings("EI_EXPOSE_REP")
    public long[] words() {
        return words;
    }

    public int segmentCount() {
        return segmentCount;
    }

    /** Where a segment begins in the text. */
    public int segmentFrom(int segment) {
        return segments[4 * segment];
    }

    /** Where a segment ends in the text, exclusive. */
    public int segmentTo(int segment) {
        return segments[4 * segment + 1];
    }

    /** A segment's first word. */
    public int segmentFirstWord(int segment) {
        return segments[4 * segment + 2];
    }

    /** The end of a segment's words, exclusive. */
    public int segmentEndWord(int segment) {
        return segments[4 * segment + 3];
    }

    private int add(long packed, int from, int to) {
        words[wordCount++] = packed * SPREAD;
        lastFrom = from;
        lastLength = to - from;
        return to;
    }

    private int addLong(int from) {
        long hash = Lanes.read(bytes, from) | CASE_BITS;
        int p = from + Lanes.COUNT;
        int count = AsciiTokens.leadingAlphanumerics(Lanes.read(bytes, p));
        while (count > 0) {
            long lanes = Lanes.read(bytes, p) | CASE_BITS;
            hash = AsciiTokens.mix(hash, count == Lanes.COUNT ? lanes : Lanes.lowest(lanes, count));
            p += count;
            count = count == Lanes.COUNT ? AsciiTokens.leadingAlphanumerics(Lanes.read(bytes, p)) : 0;
        }
        return add(hash, from, p);
    }

    private void split(byte c, int at, int end) {
        if (c == ';' || CodePoints.isLineBreak(c)) {
            endPiece(at, at + 1);
        } else if (CodePoints.endsSentenceBeforeSpace(c) && at + 1 < end && CodePoints.isWhiteSpace(bytes[at + 1])) {
            endPiece(at + 1, at + 1);
        }
    }

    private void endPiece(int to, int next) {
        int found = wordCount - pieceFirstWord;
        if (found >= 2 || (found == 1 && isLastContent())) {
            addSegment(to);
        }
        pieceFrom = next;
        pieceFirstWord = wordCount;
    }

    private boolean isLastContent() {
        boolean digit = false;
        for (int i = lastFrom; i < lastFrom + lastLength; i++) {
            digit |= bytes[i] <= '9';
        }
        return digit || lastLength >= Words.CONTENT_LENGTH;
    }

    private void addSegment(int to) {
        int at = 4 * segmentCount;
        if (at == segments.length) {
            segments = Arrays.copyOf(segments, 2 * at);
        }
        int first = pieceFrom;
        int end = to;
        while (CodePoints.isWhiteSpace(bytes[first])) {
            first++;
        }
        while (CodePoints.isWhiteSpace(bytes[end - 1])) {
            end--;
        }
        segments[at] = first;
        segments[at + 1] = end;
        segments[at + 2] = pieceFirstWord;
        segments[at + 3] = wordCount;
        segmentCount++;
    }
}
