package io.ctxeval.score;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a context fills its budget (metrics.md 6.1): tokens / {@code contextBudget}. From 0 without an upper limit; lower is
 * cheaper, above 1 the budget is broken. An empty list has 0. Not applicable without a budget.
 *
 * <p>Example with {@code chars4}: 6 tokens of a budget of 8 give 0.75.
 */
final class BudgetUse implements SampleMetric {
    private final @Nullable Integer budget;

    /**
     * The metric for one budget.
     *
     * @param budget tokens that a context may have, above 0; null: none
     */
    BudgetUse(@Nullable Integer budget) {
        this.budget = budget;
    }

    @Override
    public String id() {
        return "budget_use";
    }

    @Override
    public Scale scale() {
        return Scale.COUNT_LOWER;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.CONTEXT);
    }

    @Override
    public @Nullable String unavailable() {
        return budget == null ? "tokens.budget isn't set" : null;
    }

    @Override
    public String summary() {
        return "tokens of all chunks / context budget";
    }

    @Override
    public Score score(SampleFeatures sample) {
        Score.Unscored refusal = sample.refusal(Field.CONTEXT);
        if (refusal != null) {
            return refusal;
        }
        return budget == null
                ? Score.notApplicable("context_budget: none is set")
                : new Score.Scored((double) sample.tokenTotal() / budget);
    }
}
