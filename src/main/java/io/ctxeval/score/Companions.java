package io.ctxeval.score;

import io.ctxeval.text.LongIndex;
import io.ctxeval.text.NormalForm;
import io.ctxeval.text.Utf8Buffer;
import io.ctxeval.text.WordScanner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Scores beside the exact hand-off score that judge the texts instead of their packing (handoff-and-budget.md 15). An instance is
 * reused; it is not thread-safe.
 *
 * <ul>
 *   <li>{@code text_fidelity}, 0 to 1: 1 if the response in normal form (NFC, white space folded, metrics.md 3.1) stands in the
 *       contents of the receiver's last request ({@link MessageTexts}) in normal form; else the share of the response's words
 *       (metrics.md 6.0), with their multiplicities, that the request has. Null if the response has no word, or is blank.
 *   <li>{@code next_request_fidelity}: the same for the receiver's first request after the response; null with a reason if there
 *       is none.
 *   <li>{@code carried_chars_share}, 0 to 1: of the response's segments (metrics.md 6.0), weighted by their code points, those
 *       that stand in the last request, both in normal form. Null if the response has no segment.
 * </ul>
 *
 * Example: "Alpha beta. Gamma delta." against "Note: alpha beta. More" has fidelity 2 / 4 = 0.5 and carries nothing, for the case
 * differs.
 *
 * <p>The dear part is searching for every segment. A segment stands in the request only if its inner words do, as words; those
 * that were not seen among the request's words rule most of the others out, and those that remain are looked for right behind the
 * one before.
 */
final class Companions {
    /** Why {@code next_request_fidelity} is null. */
    static final String NO_LATER_REQUEST = "no_later_request";

    /** What is found; all null for a pair that lacks a side. */
    record Findings(
            @Nullable Double textFidelity,
            @Nullable Double nextRequestFidelity,
            @Nullable String nextRequestReason,
            @Nullable Double carriedCharsShare) {
        static final Findings NONE = new Findings(null, null, null, null);
    }

    private final MessageTexts contents = new MessageTexts();
    private final WordScanner scanner = new WordScanner();
    private final LongIndex distinctWords = new LongIndex();

    // The response: as it is, in normal form, and the number of each of its words among its distinct ones.
    private String response = "";
    private String folded = "";
    private boolean scanned;
    private int wordCount;
    private int[] wordNumbers = new int[512];

    /** By distinct word: how often the response has it. */
    private int[] counts = new int[512];
    /** By distinct word: how many of those the request hasn't matched yet. */
    private int[] unmatched = new int[512];

    /** Scores a pair of which both sides are there. */
    Findings of(byte[] events, Utf8Buffer output, AgentTraffic sender, AgentTraffic receiver) {
        response = output.toString();
        folded = NormalForm.of(response);
        scanned = false;
        int last = receiver.lastRequest();
        int next = receiver.firstRequestAfter(sender.outputEvent);
        String lastContents = contents(events, receiver, last);
        Double textFidelity = fidelity(lastContents);
        Double carried = carried(lastContents);
        if (next == AgentTraffic.NONE) {
            return new Findings(textFidelity, null, NO_LATER_REQUEST, carried);
        }
        Double nextFidelity = next == last ? textFidelity : fidelity(contents(events, receiver, next));
        return new Findings(textFidelity, nextFidelity, null, carried);
    }

    /** The contents of a request in normal form. */
    private String contents(byte[] events, AgentTraffic receiver, int request) {
        return NormalForm.of(contents.of(events, receiver.requestFrom(request), receiver.requestTo(request)));
    }

    private @Nullable Double fidelity(String request) {
        if (folded.isEmpty()) {
            return null;
        }
        if (request.contains(folded)) {
            return 1.0;
        }
        scanResponse();
        if (wordCount == 0) {
            return null;
        }
        return (double) matched(request) / wordCount;
    }

    /** How many words of the response the request has, each as often as both have it. */
    private int matched(String request) {
        System.arraycopy(counts, 0, unmatched, 0, distinctWords.size());
        int text = scanner.scan(request);
        int end = scanner.firstWord(text + 1);
        int matched = 0;
        for (int i = scanner.firstWord(text); i < end; i++) {
            int number = distinctWords.find(scanner.words()[i]);
            if (number >= 0 && unmatched[number]-- > 0) {
                matched++;
            }
        }
        return matched;
    }

    private void scanResponse() {
        if (scanned) {
            return;
        }
        scanned = true;
        scanner.clear();
        scanner.scan(response);
        wordCount = scanner.firstWord(1);
        if (wordNumbers.length < wordCount) {
            wordNumbers = new int[2 * wordCount];
            counts = new int[2 * wordCount];
            unmatched = new int[2 * wordCount];
        }
        distinctWords.clear();
        Arrays.fill(counts, 0, wordCount, 0);
        for (int i = 0; i < wordCount; i++) {
            int number = distinctWords.add(scanner.words()[i]);
            wordNumbers[i] = number;
            counts[number]++;
        }
    }

    /** To be asked right after {@link #fidelity} of the same request, whose matches it reads. */
    private @Nullable Double carried(String request) {
        if (folded.isEmpty()) {
            return null;
        }
        boolean whole = !scanned;
        scanResponse();
        int segments = scanner.firstSegment(1);
        if (segments == 0) {
            return null;
        }
        if (whole) {
            return 1.0;
        }
        long all = 0;
        long carried = 0;
        int behind = 0;
        for (int i = 0; i < segments; i++) {
            int from = scanner.segmentFrom(i);
            int to = scanner.segmentTo(i);
            int codePoints = response.codePointCount(from, to);
            all += codePoints;
            if (innerWordsAreThere(i)) {
                String segment = NormalForm.of(response.substring(from, to));
                int at = request.startsWith(segment, behind + 1) ? behind + 1 : request.indexOf(segment);
                if (at >= 0) {
                    carried += codePoints;
                    behind = at + segment.length();
                }
            }
        }
        return (double) carried / all;
    }

    /** Whether the request has every word of a segment but the first and the last, which may be parts of longer words there. */
    private boolean innerWordsAreThere(int segment) {
        int end = scanner.segmentEndWord(segment) - 1;
        for (int i = scanner.segmentFirstWord(segment) + 1; i < end; i++) {
            int number = wordNumbers[i];
            if (unmatched[number] == counts[number]) {
                return false;
            }
        }
        return true;
    }
}
