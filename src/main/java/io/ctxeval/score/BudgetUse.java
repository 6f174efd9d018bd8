package io.ctxeval.score;

import org.jspecify.annotations.Nullable;

/**
 * How far a context fills its budget (metrics.md 6.1): tokens / {@code contextBudget}. From 0 without an upper limit; lower is
 * cheaper, above 1 the budget is broken. An empty list has 0. Not applicable without a budget.
 *
 * <p>Example with {@code chars4}: 6 tokens of a budget of 8 give 0.75.
 */
final class BudgetUse extends BudgetMetric {
    BudgetUse(@Nullable Integer budget) {
        super("budget_use", Scale.COUNT_LOWER, "tokens of all chunks / context budget", budget);
    }

    @Override
    double value(long tokens, int budget) {
        return (double) tokens / budget;
    }
}
