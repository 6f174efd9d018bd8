package io.ctxeval.score;

import io.ctxeval.text.NormalForm;
import io.ctxeval.text.Utf8Buffer;
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
    private final ResponseWords words = new ResponseWords();
    private Utf8Buffer output = new Utf8Buffer();
    private String response = "";
    private String folded = "";

    /** How the response's words were last taken for this pair. */
    private Scan scan = Scan.NOT_YET;

    private enum Scan {
        NOT_YET,
        BYTES,
        CHARACTERS
    }

    /** Scores a pair of which both sides are there. */
    Findings of(byte[] events, Utf8Buffer senderOutput, AgentTraffic sender, AgentTraffic receiver) {
        output = senderOutput;
        response = senderOutput.toString();
        folded = senderOutput.normalForm();
        scan = Scan.NOT_YET;
        int last = receiver.lastRequest();
        int next = receiver.firstRequestAfter(sender.outputEvent);
        String reason = next == AgentTraffic.NONE ? NO_LATER_REQUEST : null;
        if (folded.isEmpty()) {
            return new Findings(null, null, reason, null);
        }
        String request = contents(events, receiver, last);
        boolean whole = request.contains(folded);
        Double textFidelity = whole ? Double.valueOf(1.0) : wordShare(request);
        Double carried = whole ? carriedWhole() : carried(request);
        Double nextFidelity = next == last ? textFidelity : null;
        if (next != last && next != AgentTraffic.NONE) {
            String nextRequest = contents(events, receiver, next);
            nextFidelity = nextRequest.contains(folded) ? Double.valueOf(1.0) : wordShare(nextRequest);
        }
        return new Findings(textFidelity, nextFidelity, reason, carried);
    }

    /** The contents of a request in normal form. */
    private String contents(byte[] events, AgentTraffic receiver, int request) {
        return contents.normalForm(events, receiver.requestFrom(request), receiver.requestTo(request));
    }

    /** The share of the response's words that the request has, which is the one whose contents were read last. */
    private @Nullable Double wordShare(String request) {
        boolean bytes = output.isAscii() && contents.texts().isAscii();
        scan(bytes);
        if (words.wordCount() == 0) {
            return null;
        }
        int matched = bytes ? words.matched(contents.texts()) : words.matched(request);
        return (double) matched / words.wordCount();
    }

    private void scan(boolean bytes) {
        Scan wanted = bytes ? Scan.BYTES : Scan.CHARACTERS;
        if (scan == wanted) {
            return;
        }
        scan = wanted;
        if (bytes) {
            words.scan(output);
        } else {
            words.scan(response);
        }
    }

    /** If the whole response stands in the request, then so does every segment, if it has one. */
    private @Nullable Double carriedWhole() {
        boolean any;
        if (output.isAscii()) {
            any = words.hasSegment(output);
        } else {
            scan(false);
            any = words.segmentCount() > 0;
        }
        return any ? Double.valueOf(1.0) : null;
    }

    /** To be asked right after {@link #wordShare} of the same request, whose matches it reads. */
    private @Nullable Double carried(String request) {
        int segments = words.segmentCount();
        long all = 0;
        long carried = 0;
        int behind = 0;
        for (int i = 0; i < segments; i++) {
            int from = words.segmentFrom(i);
            int to = words.segmentTo(i);
            int codePoints = response.codePointCount(from, to);
            all += codePoints;
            if (words.innerWordsMatched(i)) {
                String segment = NormalForm.of(response.substring(from, to));
                int at = request.startsWith(segment, behind + 1) ? behind + 1 : request.indexOf(segment);
                if (at >= 0) {
                    carried += codePoints;
                    behind = at + segment.length();
                }
            }
        }
        return segments == 0 ? null : (double) carried / all;
    }
}
