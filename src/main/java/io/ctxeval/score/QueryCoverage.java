package io.ctxeval.score;

import java.util.Set;

/**
 * The share of the question's content words that the context has (metrics.md 6.6): |content(input) and content(context)| / |content(input)|.
 * In [0, 1], higher is better, but it is no measure of sufficiency. Without chunks it is 0. Not applicable where the input has no
 * content word.
 *
 * <p>Example: "Where is the Eiffel Tower?" has the content words where, eiffel, tower; "The Eiffel Tower" has two of them: 0.6667.
 */
final class QueryCoverage implements SampleMetric {
    @Override
    public String id() {
        return "query_coverage";
    }

    @Override
    public Scale scale() {
        return Scale.SHARE;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.INPUT, Field.CONTEXT);
    }

    @Override
    public String summary() {
        return "content words of the input that the context has / content words of the input";
    }

    @Override
    public Score score(SampleFeatures sample) {
        Score.Unscored refusal = sample.refusal(Field.INPUT, Field.CONTEXT);
        if (refusal != null) {
            return refusal;
        }
        double share = sample.coverage().contentShare(sample.scanner(), sample.inputText());
        return Double.isNaN(share) ? Score.notApplicable("input: no content word") : new Score.Scored(share);
    }
}
