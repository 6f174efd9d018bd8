package io.ctxeval.score;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that one walk over a trace found: the scores of {@code handoff}, {@code budget} and {@code overall} and the items behind
 * them.
 *
 * @param handoff mean of the pairs' passed scores
 * @param budget mean of the ledger entries' compliance scores
 * @param contentLossDetected whether any pair is flagged; null where the hand-off dimension was refused
 * @param pairs adjacent pairs of the agent order
 * @param entries ledger entries, in order
 * @param agentOrder the order that was used, names in Python's text form; null where it couldn't be told
 * @param agentOrderSource {@code given}, {@code agent_start}, {@code first_event} or {@code configured}
 * @param handoffCoverage pairs really compared / all pairs, null without pairs
 */
public record TraceFindings(
        Score handoff,
        Score budget,
        @Nullable Boolean contentLossDetected,
        List<HandoffPair> pairs,
        List<BudgetEntry> entries,
        @Nullable List<@Nullable String> agentOrder,
        @Nullable String agentOrderSource,
        @Nullable Double handoffCoverage)
        implements Serializable {

    /** How a pair got its score. */
    public enum Branch {
        MISSING_OUTPUT,
        MISSING_INPUT,
        VERBATIM,
        VERBATIM_PREFIX,
        OVERLAP
    }

    /** One hand-off from an agent to the next (handoff-and-budget.md 3.3, companions 15). */
    public record HandoffPair(
            int position,
            @Nullable String fromAgent,
            @Nullable String toAgent,
            double contextPassedScore,
            double contextRelevanceScore,
            boolean contentLossDetected,
            String lostContentSummary,
            String reasoning,
            Branch branch,
            @Nullable Integer outputTokens,
            @Nullable Integer sharedTokens,
            @Nullable Double textFidelity,
            @Nullable Double nextRequestFidelity,
            @Nullable String nextRequestReason,
            @Nullable Double carriedCharsShare)
            implements Serializable {}

    /** One ledger entry (handoff-and-budget.md 4). */
    public record BudgetEntry(
            int position,
            @Nullable String agentName,
            BigInteger usedTokens,
            BigInteger budgetTokens,
            boolean withinBudget,
            double complianceScore,
            String reasoning)
            implements Serializable {}
}
