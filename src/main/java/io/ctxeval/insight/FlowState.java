package io.ctxeval.insight;

import io.ctxeval.score.TraceFindings.Branch;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.summary.MomentState;
import io.ctxeval.summary.WorstKey;
import io.ctxeval.summary.WorstRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hand-offs of one edge, with the ids of the traces in which the least was passed on. */
final class FlowState implements Mergeable<FlowState> {
    private static final long serialVersionUID = 1L;

    /** Traces kept. */
    private static final int WORST = 3;

    final MomentState passed = new MomentState();
    final MomentState textFidelity = new MomentState();
    final MomentState nextRequestFidelity = new MomentState();
    final MomentState carriedChars = new MomentState();
    long compared;
    long losses;
    private final WorstRows<WorstKey, String> worst = new WorstRows<>(WORST);

    /**
     * Counts a pair.
     *
     * @param worse orders its trace among the worst; null: all was passed on
     */
    void add(HandoffPair pair, @Nullable WorstKey worse) {
        passed.add(pair.contextPassedScore());
        compared += pair.branch() != Branch.MISSING_OUTPUT && pair.branch() != Branch.MISSING_INPUT ? 1 : 0;
        losses += pair.contentLossDetected() ? 1 : 0;
        add(textFidelity, pair.textFidelity());
        add(nextRequestFidelity, pair.nextRequestFidelity());
        add(carriedChars, pair.carriedCharsShare());
        if (worse != null) {
            worst.offer(worse, worse::sampleId);
        }
    }

    private static void add(MomentState state, @Nullable Double value) {
        if (value != null) {
            state.add(value);
        }
    }

    @Override
    public void merge(FlowState other) {
        passed.merge(other.passed);
        textFidelity.merge(other.textFidelity);
        nextRequestFidelity.merge(other.nextRequestFidelity);
        carriedChars.merge(other.carriedChars);
        compared += other.compared;
        losses += other.losses;
        worst.merge(other.worst);
    }

    /** Sample ids, worst first, each once. */
    List<String> worst() {
        return worst.toList().stream().map(WorstRows.Entry::payload).distinct().toList();
    }
}
