package io.ctxeval.score;

import io.ctxeval.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Every metric by id, in the order of tables and reports. */
public final class MetricCatalog {
    private final List<Metric> metrics;

    /**
     * A catalog of these metrics.
     *
     * @throws IllegalArgumentException if two have one id
     */
    public MetricCatalog(List<Metric> metrics) {
        this.metrics = List.copyOf(metrics);
        if (metrics.stream().map(Metric::id).distinct().count() < metrics.size()) {
            throw new IllegalArgumentException("each metric needs an id of its own: "
                    + metrics.stream().map(Metric::id).toList());
        }
    }

    /** All metrics under the settings of a run. */
    public static MetricCatalog standard(ScoringOptions options) {
        return standard(options, Tokenizer.named(options.tokenizer())::count);
    }

    /**
     * All metrics under the settings of a run.
     *
     * @param tokens counts the tokens of a text as the tokenizer of the settings does
     */
    public static MetricCatalog standard(ScoringOptions options, ToIntFunction<String> tokens) {
        List<Metric> metrics = new ArrayList<>(List.of(
                new HandoffFidelity(),
                new BudgetCompliance(),
                new OverallContext(),
                new ContextWaste(options, tokens),
                new ContextSufficiency(options),
                new ContextTokens(),
                new LargestChunkShare(),
                new BudgetUse(options.contextBudget()),
                new OverBudget(options.contextBudget()),
                new ExactDuplicateRatio(),
                new NearDuplicateRatio(),
                new LexicalUtilisation(),
                new LexicalDensity(),
                new LexicalContextWaste(options, tokens),
                new OutputSupport(),
                new AnswerInContext(),
                new AnswerTokenRecall(),
                new QueryCoverage()));
        metrics.addAll(RetrievalMetrics.of(options.retrieval()));
        return new MetricCatalog(metrics);
    }

    public List<Metric> all() {
        return metrics;
    }

    public Optional<Metric> byId(String id) {
        return metrics.stream().filter(metric -> metric.id().equals(id)).findFirst();
    }
}
