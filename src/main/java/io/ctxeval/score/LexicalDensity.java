package io.ctxeval.score;

import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.WordScanner;

/**
 * The share of the context's sentences, by tokens, that the output uses by its words (metrics.md 6.4): tokens of chunk segments with
 * {@link io.ctxeval.text.LexicalUse usage} of at least 0.2 / tokens of all chunk segments. In [0, 1], higher is better; it sees waste inside a
 * used chunk. Not applicable where output or context have no segment.
 *
 * <p>Example with {@code chars4}: of "The capital of France is Paris. It has two million people." the output "Paris is the capital of
 * France." uses the first segment, 8 tokens, not the second, 7: 8 / 15 = 0.5333.
 */
final class LexicalDensity extends GuardedMetric {
    LexicalDensity() {
        super(
                "lex_density",
                Scale.SHARE,
                "tokens of used sentences of the context / tokens of its sentences",
                Field.CONTEXT,
                Field.OUTPUT);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        if (!sample.outputHasSegments()) {
            return Score.notApplicable("output: no segment");
        }

        WordScanner scanner = sample.scanner();
        int first = sample.firstChunkText();
        int from = scanner.firstSegment(first);
        int to = scanner.firstSegment(first + sample.chunks().size());
        LexicalUse use = sample.use();
        long all = 0;
        long used = 0;
        for (int segment = from; segment < to; segment++) {
            int tokens = sample.segmentTokens(segment);
            all += tokens;
            used += use.segmentUsage(segment) >= LexicalUse.USED ? tokens : 0;
        }
        return all == 0 ? Score.notApplicable("context: no segment") : new Score.Scored((double) used / all);
    }
}
