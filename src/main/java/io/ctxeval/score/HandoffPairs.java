package io.ctxeval.score;

import io.ctxeval.score.AgentOrder.Member;
import io.ctxeval.score.TraceFindings.Branch;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.text.PythonText;
import io.ctxeval.text.PythonTruth;
import io.ctxeval.text.TokenSet;
import io.ctxeval.text.Utf8Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The exact score of one hand-off (handoff-and-budget.md 3.3): how much of an agent's last response stands in the text form of
 * the next agent's last request.
 *
 * <p>Whole or the first {@value #HEAD} code points found verbatim: 10. Else 12 times the share of the response's distinct tokens
 * that the request has, plus 2, at most 10; below 5 the pair is flagged. Example: 4 of 20 tokens arrive, 0.2 × 12 + 2 = 4.4,
 * flagged with "Only 44% of output content found in next agent's input". A pair without response or request scores 5.
 *
 * <p>Both texts are UTF-8 bytes throughout: the order of bytes is that of code points, so bytes are found if and only if code
 * points are. If the whole response is in the request then so is its head, so the head alone is searched for.
 */
final class HandoffPairs {
    /** Code points of a response that count as the whole. */
    static final int HEAD = 200;

    private static final double NEUTRAL = 5.0;
    private static final double FULL = 10.0;
    private static final double LOSS_BELOW = 5.0;
    private static final double RELEVANCE_VERBATIM = 9.0;
    private static final double RELEVANCE_OVERLAP = 7.0;

    private final boolean withCompanions;
    private final PythonText pythonText = new PythonText();
    private final TokenSet tokens = new TokenSet();
    private final Utf8Buffer output = new Utf8Buffer();
    private final Utf8Buffer input = new Utf8Buffer();
    private final Companions companions = new Companions();

    HandoffPairs(boolean withCompanions) {
        this.withCompanions = withCompanions;
    }

    /**
     * What the reference refuses in a pair: a response that isn't text, if there is a request to compare it with.
     *
     * @return null if nothing
     */
    static @Nullable String fault(byte[] events, Member from, Member to) {
        AgentTraffic sender = from.traffic();
        AgentTraffic receiver = to.traffic();
        if (sender == null || !sender.hasOutput() || receiver == null || !receiver.hasInput()) {
            return null;
        }
        if (events[sender.outputFrom] == '"') {
            return null;
        }
        return "trace_events[" + sender.outputEvent + "].data.response_content: found "
                + PythonTruth.kindOf(events, sender.outputFrom) + ", expected text";
    }

    /** Scores the pair at a position of the order. */
    HandoffPair score(byte[] events, int position, Member from, Member to) {
        AgentTraffic sender = from.traffic();
        AgentTraffic receiver = to.traffic();
        if (sender == null || !sender.hasOutput()) {
            return neutral(position, from, to, Branch.MISSING_OUTPUT);
        }
        if (receiver == null || !receiver.hasInput()) {
            return neutral(position, from, to, Branch.MISSING_INPUT);
        }
        output.clear();
        output.appendDecoded(events, sender.outputFrom + 1, sender.outputTo - 1);
        int request = receiver.lastRequest();
        input.clear();
        pythonText.write(events, receiver.requestFrom(request), receiver.requestTo(request), input);

        Branch branch = verbatim();
        boolean overlap = branch == Branch.OVERLAP;
        Integer size = null;
        Integer shared = null;
        double passed = FULL;
        if (overlap || withCompanions) {
            tokens.fill(output);
            size = tokens.size();
            shared = tokens.sharedWith(input);
        }
        if (overlap && size != null && shared != null) {
            passed = passed(shared, size);
        }
        Companions.Findings further =
                withCompanions ? companions.of(events, output, sender, receiver) : Companions.Findings.NONE;
        boolean loss = overlap && passed < LOSS_BELOW;
        return new HandoffPair(
                position,
                from.shown(),
                to.shown(),
                passed,
                overlap ? RELEVANCE_OVERLAP : RELEVANCE_VERBATIM,
                loss,
                loss ? lossOf(passed) : "",
                reasoning(from, to),
                branch,
                size,
                shared,
                further.textFidelity(),
                further.nextRequestFidelity(),
                further.nextRequestReason(),
                further.carriedCharsShare());
    }

    /** The score of step 2: in doubles, in this order. */
    static double passed(int shared, int size) {
        double overlap = (double) shared / Math.max(size, 1);
        return Math.min(FULL, overlap * 12 + 2);
    }

    private static String lossOf(double passed) {
        return "Only " + BudgetLedger.wholeNumber(passed / 10 * 100)
                + "% of output content found in next agent's input";
    }

    private static String reasoning(Member from, Member to) {
        return "Context flow from " + (from.shown() == null ? "None" : from.shown()) + " to "
                + (to.shown() == null ? "None" : to.shown());
    }

    private static HandoffPair neutral(int position, Member from, Member to, Branch branch) {
        return new HandoffPair(
                position,
                from.shown(),
                to.shown(),
                NEUTRAL,
                NEUTRAL,
                false,
                "",
                reasoning(from, to),
                branch,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private Branch verbatim() {
        int head = output.endOfCodePoints(HEAD);
        String haystack = input.latin1(0, input.length());
        String needle = output.latin1(0, head);
        int at = haystack.indexOf(needle);
        if (at < 0) {
            return Branch.OVERLAP;
        }
        int length = output.length();
        while (at >= 0 && at + length <= input.length()) {
            if (Arrays.equals(output.bytes(), 0, length, input.bytes(), at, at + length)) {
                return Branch.VERBATIM;
            }
            at = haystack.indexOf(needle, at + 1);
        }
        return Branch.VERBATIM_PREFIX;
    }
}
