package io.ctxeval.score;

import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * All deterministic metrics of a sample together: 5 chunks of 120 words, an answer of about 40 words that quotes one of them, a
 * question, an accepted answer; 2,000 samples whose texts don't repeat, so that neither caches nor branch prediction learn them.
 *
 * <p>{@code mvn -Pbench -DskipTests test} runs it with the other benchmarks. The goal is 30 µs with {@code chars4}; with {@code
 * o200k_base} the tokenizer is to take at least 60 % of the time (product.md 8).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SampleScoringBenchmark {
    private static final int SAMPLES = 2000;
    private static final int CHUNKS = 5;
    private static final int WORDS = 120;

    @Param({"chars4"})
    public String tokenizer = "chars4";

    private final List<RagSample> samples = new ArrayList<>();
    private final List<SampleMetric> metrics = new ArrayList<>();
    private Workbench bench = new Workbench(Tokenizer.named("chars4"));
    private int next;

    @Setup
    public void makeSamples() {
        bench = new Workbench(Tokenizer.named(tokenizer));
        ScoringOptions options = new ScoringOptions(
                tokenizer, 1000, 1.0, false, false, false, false, false, false, false, false, 12, "text", "none");
        for (Metric metric : MetricCatalog.standard(options).all()) {
            if (metric instanceof SampleMetric one) {
                metrics.add(one);
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        List<String> vocabulary = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            vocabulary.add(word(random));
        }
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(sample(random, vocabulary));
        }
    }

    @Benchmark
    public void allMetrics(Blackhole hole) {
        RagSample sample = samples.get(next);
        next = next + 1 == SAMPLES ? 0 : next + 1;
        SampleFeatures features = bench.featuresOf(sample);
        for (SampleMetric metric : metrics) {
            hole.consume(metric.score(features));
        }
    }

    private static RagSample sample(SplittableRandom random, List<String> vocabulary) {
        List<String> chunks = new ArrayList<>();
        for (int c = 0; c < CHUNKS; c++) {
            chunks.add(text(random, vocabulary, WORDS));
        }
        String quoted = chunks.get(random.nextInt(CHUNKS));
        int from = random.nextInt(quoted.length() / 2);
        String output = text(random, vocabulary, 20) + " " + quoted.substring(from, from + 120);
        return new RagSample(
                text(random, vocabulary, 10),
                output,
                RetrievedContext.Chunks.of(chunks),
                List.of(text(random, vocabulary, 3)),
                null,
                null,
                null,
                null,
                null);
    }

    /** Words by a rank-frequency law, as in English, in sentences of about 15. */
    private static String text(SplittableRandom random, List<String> vocabulary, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            int rank = (int) Math.exp(random.nextDouble() * Math.log(vocabulary.size()));
            text.append(vocabulary.get(Math.min(rank, vocabulary.size() - 1)));
            text.append(random.nextInt(15) == 0 ? ". " : random.nextInt(12) == 0 ? ", " : " ");
        }
        return text.toString().strip();
    }

    private static String word(SplittableRandom random) {
        StringBuilder word = new StringBuilder();
        int length = 2 + random.nextInt(4) + random.nextInt(5);
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }
}
