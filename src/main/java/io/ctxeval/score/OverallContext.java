package io.ctxeval.score;

import io.ctxeval.score.Score.Scored;
import io.ctxeval.score.Score.Unscored;
import java.util.Set;

/**
 * PraisonAI's overall context score: the mean of hand-off and budget, of those that are there (handoff-and-budget.md 5 and 14), 0 to
 * 10, more is better. Each weighs the same, however many items it has. Not applicable if neither is there; refused if either is.
 * Example: hand-off 6.5 and budget 8.75 give 7.625; hand-off 6.5 alone 6.5.
 */
public final class OverallContext implements TraceMetric {
    @Override
    public String id() {
        return "overall";
    }

    @Override
    public Scale scale() {
        return Scale.TEN;
    }

    /** Either of the two dimensions will do, so no one field is needed. */
    @Override
    public Set<Field> needs() {
        return Set.of();
    }

    @Override
    public Set<Field> needsOneOf() {
        return Set.of(Field.TRACE_EVENTS, Field.BUDGET_LEDGER);
    }

    @Override
    public String summary() {
        return "mean of handoff and budget, of those that are there (PraisonAI's overall score)";
    }

    @Override
    public Score score(TraceFindings trace) {
        if (trace.handoff() instanceof Unscored refused && refused.status() == Status.INVALID_INPUT) {
            return refused;
        }
        if (trace.budget() instanceof Unscored refused && refused.status() == Status.INVALID_INPUT) {
            return refused;
        }
        if (trace.handoff() instanceof Scored handoff) {
            return trace.budget() instanceof Scored budget
                    ? new Scored((handoff.value() + budget.value()) / 2)
                    : new Scored(handoff.value());
        }
        if (trace.budget() instanceof Scored budget) {
            return new Scored(budget.value());
        }
        return Score.notApplicable("neither handoff nor budget could be scored");
    }
}
