package io.ctxeval.score;

import org.jspecify.annotations.Nullable;

/** A metric of a context's tokens against the budget of the run; not applicable without a budget. */
abstract class BudgetMetric extends GuardedMetric {
    private final @Nullable Integer budget;

    /**
     * The metric for one budget.
     *
     * @param budget tokens that a context may have, above 0; null: none
     */
    BudgetMetric(String id, Scale scale, String summary, @Nullable Integer budget) {
        super(id, scale, summary, Field.CONTEXT);
        this.budget = budget;
    }

    @Override
    public final @Nullable String unavailable() {
        return budget == null ? "tokens.budget isn't set" : null;
    }

    @Override
    final Score scoreOf(SampleFeatures sample) {
        return budget == null
                ? Score.notApplicable("context_budget: none is set")
                : new Score.Scored(value(sample.tokenTotal(), budget));
    }

    /** The value for so many tokens, at least 0, of a budget above 0. */
    abstract double value(long tokens, int budget);
}
