package io.ctxeval.score;

/**
 * How much of a context is its largest chunk (metrics.md 6.1): the most tokens of a chunk / the tokens of all. In [0, 1], lower is
 * better balanced. Not applicable to an empty list, or where no chunk has a token.
 *
 * <p>Example with {@code chars4}: "The sky is blue." has 4 tokens, "Grass" 2: 4 / 6 = 0.6667.
 */
final class LargestChunkShare extends GuardedMetric {
    LargestChunkShare() {
        super("largest_chunk_share", Scale.SHARE_LOWER, "tokens of the largest chunk / tokens of all", Field.CONTEXT);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        int largest = 0;
        for (int tokens : sample.tokens()) {
            largest = Math.max(largest, tokens);
        }
        if (largest == 0) {
            return Score.notApplicable("empty_context: no token");
        }
        return new Score.Scored((double) largest / sample.tokenTotal());
    }
}
