package io.ctxeval.score;

import java.util.Set;

/**
 * Whether agents kept to their token budgets: the mean of the ledger entries' scores (handoff-and-budget.md 4 and 5), 0 to 10, more
 * is better; a single entry scores 1 to 10. Within budget 10, without a budget a neutral 5, else 10 less ten times the overrun,
 * at least 1. Not applicable without entries. Example: 900 of 1,000 and 1,250 of 1,000 give (10 + 7.5) / 2 = 8.75.
 */
public final class BudgetCompliance implements TraceMetric {
    @Override
    public String id() {
        return "budget";
    }

    @Override
    public Scale scale() {
        return Scale.TEN;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.BUDGET_LEDGER);
    }

    @Override
    public String summary() {
        return "tokens used against each agent's budget (PraisonAI's budget rule)";
    }

    @Override
    public Score score(TraceFindings trace) {
        return trace.budget();
    }
}
