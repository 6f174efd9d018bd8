package io.ctxeval.score;

import io.ctxeval.text.AsciiWords;
import io.ctxeval.text.LongIndex;
import io.ctxeval.text.Utf8Buffer;
import io.ctxeval.text.WordScanner;
import java.util.Arrays;

/**
 * The words and segments of a response (metrics.md 6.0), and which of its words a request has. If both texts are ASCII, which most
 * are, their bytes are scanned; else their characters. An instance is reused; it is not thread-safe.
 */
final class ResponseWords {
    private final AsciiWords asciiResponse = new AsciiWords();
    private final AsciiWords asciiRequest = new AsciiWords();
    private final WordScanner scanner = new WordScanner();
    private final LongIndex distinct = new LongIndex();

    private boolean ascii;
    private int wordCount;
    private int[] numbers = new int[512];

    /** By distinct word: how often the response has it. */
    private int[] counts = new int[512];
    /** By distinct word: how many of those the request hasn't matched; as many as there are if it lacks the word. */
    private int[] unmatched = new int[512];

    /** Takes the words of an ASCII response. */
    void scan(Utf8Buffer response) {
        ascii = true;
        asciiResponse.scan(response);
        number(asciiResponse.words(), asciiResponse.wordCount());
    }

    /** Takes the words of any response. */
    void scan(String response) {
        ascii = false;
        scanner.clear();
        scanner.scan(response);
        number(scanner.words(), scanner.firstWord(1));
    }

    /** Whether an ASCII text has any segment. Forgets the request. */
    boolean hasSegment(Utf8Buffer text) {
        return asciiRequest.hasSegment(text);
    }

    int wordCount() {
        return wordCount;
    }

    /** How many words of an ASCII response an ASCII request has, each as often as both have it. */
    int matched(Utf8Buffer request) {
        asciiRequest.scan(request);
        return matched(asciiRequest.words(), 0, asciiRequest.wordCount());
    }

    /** How many words of the response a request has, each as often as both have it. */
    int matched(String request) {
        int text = scanner.scan(request);
        return matched(scanner.words(), scanner.firstWord(text), scanner.firstWord(text + 1));
    }

    int segmentCount() {
        return ascii ? asciiResponse.segmentCount() : scanner.firstSegment(1);
    }

    int segmentFrom(int segment) {
        return ascii ? asciiResponse.segmentFrom(segment) : scanner.segmentFrom(segment);
    }

    int segmentTo(int segment) {
        return ascii ? asciiResponse.segmentTo(segment) : scanner.segmentTo(segment);
    }

    /**
     * Whether the request of the last {@code matched} has every word of a segment but the first and the last, which may be parts
     * of longer words there. If not, the segment doesn't stand in the request.
     */
    boolean innerWordsMatched(int segment) {
        int first = ascii ? asciiResponse.segmentFirstWord(segment) : scanner.segmentFirstWord(segment);
        int end = ascii ? asciiResponse.segmentEndWord(segment) : scanner.segmentEndWord(segment);
        for (int i = first + 1; i < end - 1; i++) {
            int number = numbers[i];
            if (unmatched[number] == counts[number]) {
                return false;
            }
        }
        return true;
    }

    private void number(long[] words, int count) {
        wordCount = count;
        if (numbers.length < count) {
            numbers = new int[2 * count];
            counts = new int[2 * count];
            unmatched = new int[2 * count];
        }
        distinct.clear();
        Arrays.fill(counts, 0, count, 0);
        for (int i = 0; i < count; i++) {
            int number = distinct.add(words[i]);
            numbers[i] = number;
            counts[number]++;
        }
    }

    private int matched(long[] words, int from, int to) {
        System.arraycopy(counts, 0, unmatched, 0, distinct.size());
        int matched = 0;
        for (int i = from; i < to; i++) {
            int number = distinct.find(words[i]);
            if (number >= 0 && unmatched[number] > 0) {
                unmatched[number]--;
                matched++;
            }
        }
        return matched;
    }
}
