package io.ctxeval.score;

import io.ctxeval.text.WordCoverage;
import io.ctxeval.text.WordScanner;

/**
 * The share of the output's segments whose words one chunk has (metrics.md 6.6): segments q with max over chunks c of
 * |words(q) and words(c)| / |words(q)| of at least 0.5, words as sets / all segments. In [0, 1], higher is better. Without chunks
 * nothing is supported: 0. Not applicable where the output has no segment.
 *
 * <p>Example: the chunk "The capital of France is Paris." has all six words of "Paris is the capital of France." and none of "It was
 * founded by Romans.": 1 / 2 = 0.5.
 */
final class OutputSupport extends GuardedMetric {
    private static final double SUPPORTED = 0.5;

    OutputSupport() {
        super(
                "support",
                Scale.SHARE,
                "output segments half of whose words stand in one chunk / output segments",
                Field.CONTEXT,
                Field.OUTPUT);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        if (!sample.outputHasSegments()) {
            return Score.notApplicable("output: no segment");
        }

        WordScanner scanner = sample.scanner();
        int output = sample.outputText();
        int from = scanner.firstSegment(output);
        int to = scanner.firstSegment(output + 1);
        WordCoverage coverage = sample.coverage();
        int supported = 0;
        for (int segment = from; segment < to; segment++) {
            if (coverage.bestShare(scanner, segment) >= SUPPORTED) {
                supported++;
            }
        }
        return new Score.Scored((double) supported / (to - from));
    }
}
