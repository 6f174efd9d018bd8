package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Interview;
import io.ctxeval.judge.LexicalJudge;
import io.ctxeval.sample.RagSample;
import io.ctxeval.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkbenchTest {
    private static final Tokenizer TOKENIZER = Tokenizer.named("o200k_base");

    private final Workbench bench = new Workbench(TOKENIZER);

    @Test
    void tellsTheTokensOfAChunkAndOfAnyOtherTextInAnyOrder() {
        RagSample sample = RagSample.of("in", "out", "one two three", "four", "one two three", "");
        assertThat(bench.tokensOf("before any sample")).isEqualTo(TOKENIZER.count("before any sample"));
        bench.featuresOf(sample);

        for (String text : List.of("four", "no chunk at all", "one two three", "", "four", "one two three")) {
            assertThat(bench.tokensOf(text)).as(text).isEqualTo(TOKENIZER.count(text));
        }
    }

    @Test
    void sharesTheCountsOfASampleWithTheMetricsThatAskForThem() {
        RagSample sample = RagSample.of("in", "out", "x".repeat(100_000), "four");
        SampleFeatures features = bench.featuresOf(sample);
        int counted = features.tokens()[0];
        features.tokens()[0] = counted + 1;

        assertThat(bench.tokensOf(sampleText(features, 0))).isEqualTo(counted + 1);
        assertThat(bench.tokensOf("x".repeat(100_000))).isEqualTo(counted);
    }

    @Test
    void scoresAreThoseOfATokenizerAsked() {
        List<RagSample> samples = List.of(
                RagSample.of("Where is it?", "It is in Paris.", "It is in Paris, they say.", "Grass is green."),
                RagSample.of("Where is it?", " ", "It is in Paris.", "It is in Paris."),
                RagSample.of("Where is it?", "nowhere"));
        ScoringOptions options = ScoringOptions.DEFAULTS;
        for (RagSample sample : samples) {
            assertThat(scores(MetricCatalog.standard(options, bench::tokensOf), sample))
                    .usingRecursiveComparison() // groups and pairs of a judged context have no equals
                    .isEqualTo(scores(MetricCatalog.standard(options), sample));
        }
    }

    private List<Score> scores(MetricCatalog catalog, RagSample sample) {
        SampleFeatures features = bench.featuresOf(sample);
        List<Score> scores = new ArrayList<>();
        for (Metric metric : catalog.all()) {
            if (metric instanceof JudgedMetric judged) {
                scores.add(Interview.conduct(judged, sample, new LexicalJudge()).score());
            } else if (metric instanceof ContextTokens || metric instanceof LexicalContextWaste) {
                scores.add(((SampleMetric) metric).score(features));
            }
        }
        return scores;
    }

    private static String sampleText(SampleFeatures features, int id) {
        return features.chunks().get(id).text();
    }
}
