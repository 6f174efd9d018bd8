package io.ctxeval.score;

import org.jspecify.annotations.Nullable;

/**
 * Whether a context breaks its budget (metrics.md 6.1): 1 if its tokens are more than {@code contextBudget}, else 0. The mean is the
 * share of rows over budget; lower is better. An empty list has 0. Not applicable without a budget.
 *
 * <p>Example with {@code chars4}: 6 tokens break a budget of 5 (1) and keep one of 6 (0).
 */
final class OverBudget extends BudgetMetric {
    OverBudget(@Nullable Integer budget) {
        super("over_budget", Scale.SHARE_LOWER, "1 if the context has more tokens than its budget, else 0", budget);
    }

    @Override
    double value(long tokens, int budget) {
        return tokens > budget ? 1 : 0;
    }
}
