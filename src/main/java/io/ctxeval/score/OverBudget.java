package io.ctxeval.score;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a context breaks its budget (metrics.md 6.1): 1 if its tokens are more than {@code contextBudget}, else 0. The mean is the
 * share of rows over budget; lower is better. An empty list has 0. Not applicable without a budget.
 *
 * <p>Example with {@code chars4}: 6 tokens break a budget of 5 (1) and keep one of 6 (0).
 */
final class OverBudget implements SampleMetric {
    private final @Nullable Integer budget;

    /**
     * The metric for one budget.
     *
     * @param budget tokens that a context may have, above 0; null: none
     */
    OverBudget(@Nullable Integer budget) {
        this.budget = budget;
    }

    @Override
    public String id() {
        return "over_budget";
    }

    @Override
    public Scale scale() {
        return Scale.SHARE_LOWER;
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
        return "1 if the context has more tokens than its budget, else 0";
    }

    @Override
    public Score score(SampleFeatures sample) {
        Score.Unscored refusal = sample.refusal(Field.CONTEXT);
        if (refusal != null) {
            return refusal;
        }
        if (budget == null) {
            return Score.notApplicable("context_budget: none is set");
        }
        return new Score.Scored(sample.tokenTotal() > budget ? 1 : 0);
    }
}
