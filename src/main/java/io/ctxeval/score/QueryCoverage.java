package io.ctxeval.score;

/**
 * The share of the question's content words that the context has (metrics.md 6.6): |content(input) and content(context)| / |content(input)|.
 * In [0, 1], higher is better, but it is no measure of sufficiency. Without chunks it is 0. Not applicable where the input has no
 * content word.
 *
 * <p>Example: "Where is the Eiffel Tower?" has the content words where, eiffel, tower; "The Eiffel Tower" has two of them: 0.6667.
 */
final class QueryCoverage extends GuardedMetric {
    QueryCoverage() {
        super(
                "query_coverage",
                Scale.SHARE,
                "content words of the input that the context has / content words of the input",
                Field.INPUT,
                Field.CONTEXT);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        double share = sample.coverage().contentShare(sample.scanner(), sample.inputText());
        return Double.isNaN(share) ? Score.notApplicable("input: no content word") : new Score.Scored(share);
    }
}
