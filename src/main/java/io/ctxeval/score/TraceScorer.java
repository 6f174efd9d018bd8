package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.MalformedJson;
import io.ctxeval.score.AgentOrder.Member;
import io.ctxeval.score.TraceFindings.Branch;
import io.ctxeval.score.TraceFindings.BudgetEntry;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores agent traces as PraisonAI's {@code ContextEvaluator} does, bit for bit (handoff-and-budget.md), in one walk over each
 * trace's events. Inputs that the reference refuses with an exception leave the dimension {@link Status#INVALID_INPUT} with a
 * reason that names the field (14.3). Keeps its buffers from trace to trace: one instance a task, not thread-safe.
 */
public final class TraceScorer {
    private final TraceWalk walk = new TraceWalk();
    private final JsonCursor cursor = new JsonCursor(true);
    private final HandoffPairs handoffs;

    private TraceScorer(boolean withCompanions) {
        handoffs = new HandoffPairs(withCompanions);
    }

    /** A scorer that also finds the companion scores of each pair (handoff-and-budget.md 15). */
    public TraceScorer() {
        this(true);
    }

    /** A scorer of the reference's own figures only: the companions are null, and token counts where the score needs none. */
    public static TraceScorer ofReferenceOnly() {
        return new TraceScorer(false);
    }

    /**
     * Scores a trace.
     *
     * @param defaults order and budgets for a trace that carries none
     * @throws MalformedJson if a field of the trace is not JSON; the message names the field
     */
    public TraceFindings score(AgentTrace trace, TraceDefaults defaults) {
        boolean budgetsApply =
                trace.budgetLedger() == null && !defaults.budgets().isEmpty();
        try {
            walk.over(trace.events(), budgetsApply);
        } catch (MalformedJson e) {
            throw e.in("trace_events");
        }
        AgentOrder order;
        try {
            order = AgentOrder.of(trace.agentOrder(), trace.events() != null, defaults, walk, cursor);
        } catch (MalformedJson e) {
            throw e.in("agent_order");
        }
        BudgetLedger ledger;
        try {
            ledger = budgetsApply
                    ? BudgetLedger.configured(defaults, walk)
                    : BudgetLedger.of(trace.budgetLedger(), cursor);
        } catch (MalformedJson e) {
            throw e.in("budget_ledger");
        }
        return findings(trace, order, ledger, budgetsApply);
    }

    private TraceFindings findings(AgentTrace trace, AgentOrder order, BudgetLedger ledger, boolean budgetsApply) {
        Score budget = budget(trace, ledger, budgetsApply);
        String fault = handoffFault(order);
        if (fault != null) {
            return new TraceFindings(
                    Score.invalidInput(fault),
                    budget,
                    null,
                    List.of(),
                    ledger.entries(),
                    order.shown(),
                    order.source(),
                    null);
        }
        List<HandoffPair> pairs = pairs(order);
        return new TraceFindings(
                handoff(trace, order, pairs),
                budget,
                pairs.stream().anyMatch(HandoffPair::contentLossDetected),
                pairs,
                ledger.entries(),
                order.shown(),
                order.source(),
                coverage(pairs));
    }

    /** The first thing that the reference refuses; with fewer than two names it looks at nothing. */
    private @Nullable String handoffFault(AgentOrder order) {
        if (order.fault() != null && order.names().size() < 2) {
            return order.fault();
        }
        if (order.names().size() < 2) {
            return null;
        }
        if (walk.fault() != null) {
            return walk.fault();
        }
        if (order.fault() != null) {
            return order.fault();
        }
        for (int i = 0; i + 1 < order.names().size(); i++) {
            String fault = HandoffPairs.fault(
                    walk.bytes(), order.names().get(i), order.names().get(i + 1));
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private List<HandoffPair> pairs(AgentOrder order) {
        List<Member> names = order.names();
        if (names.size() < 2) {
            return List.of();
        }
        List<HandoffPair> pairs = new ArrayList<>(names.size() - 1);
        for (int i = 0; i + 1 < names.size(); i++) {
            pairs.add(handoffs.score(walk.bytes(), i, names.get(i), names.get(i + 1)));
        }
        return pairs;
    }

    private static Score handoff(AgentTrace trace, AgentOrder order, List<HandoffPair> pairs) {
        if (pairs.isEmpty()) {
            if (order.source() == null) {
                return Score.notApplicable(
                        trace.events() == null
                                ? "trace_events: missing"
                                : "agent_order: missing, and no event names an agent");
            }
            return Score.notApplicable(
                    "agent_order: " + (order.names().isEmpty() ? "no name" : "one name") + ", a hand-off needs two");
        }
        double sum = 0.0;
        for (HandoffPair pair : pairs) {
            sum += pair.contextPassedScore();
        }
        return new Score.Scored(sum / pairs.size());
    }

    private static Score budget(AgentTrace trace, BudgetLedger ledger, boolean budgetsApply) {
        if (ledger.fault() != null) {
            return Score.invalidInput(ledger.fault());
        }
        if (ledger.entries().isEmpty()) {
            if (budgetsApply) {
                return Score.notApplicable(
                        "budget_ledger: missing, and no call of an agent named in trace.budgets states its tokens");
            }
            return Score.notApplicable(
                    trace.budgetLedger() == null ? "budget_ledger: missing" : "budget_ledger: empty");
        }
        double sum = 0.0;
        for (BudgetEntry entry : ledger.entries()) {
            sum += entry.complianceScore();
        }
        return new Score.Scored(sum / ledger.entries().size());
    }

    private static @Nullable Double coverage(List<HandoffPair> pairs) {
        if (pairs.isEmpty()) {
            return null;
        }
        int compared = 0;
        for (HandoffPair pair : pairs) {
            if (pair.branch() != Branch.MISSING_OUTPUT && pair.branch() != Branch.MISSING_INPUT) {
                compared++;
            }
        }
        return (double) compared / pairs.size();
    }
}
