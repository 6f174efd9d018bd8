package io.ctxeval.score;

import java.util.Set;

/**
 * How much of each agent's last response reaches the next agent's last request: the mean of the pairs' scores (handoff-and-budget.md
 * 3 and 5), 0 to 10, more is better; a single pair scores 2 to 10. Sums run from left to right in doubles, as the reference's do.
 * Not applicable with fewer than two agents. Example: pairs of 10, 5 and 4.4 give 19.4 / 3 = 6.466….
 *
 * <p>A pair without response or request counts with a neutral 5, so the figure is to be read with {@link
 * TraceFindings#handoffCoverage}.
 */
public final class HandoffFidelity implements TraceMetric {
    @Override
    public String id() {
        return "handoff";
    }

    @Override
    public Scale scale() {
        return Scale.TEN;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.TRACE_EVENTS);
    }

    @Override
    public String summary() {
        return "share of each agent's output that reaches the next agent (PraisonAI's hand-off rule)";
    }

    @Override
    public Score score(TraceFindings trace) {
        return trace.handoff();
    }
}
