package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.text.Tokenizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Laws of the deterministic metrics on random samples, and agreement with the plain definitions. */
class SampleMetricsProperties {
    private static final long SEED = 61130;
    private static final int ROUNDS = 1500;

    private final MetricCatalog catalog = MetricCatalog.standard(new ScoringOptions(
            "chars4", 20, 1.0, false, false, false, false, false, false, false, false, 12, "text", "none"));
    private final Workbench bench = new Workbench(Tokenizer.named("chars4"));

    @Test
    void scoresStayOnTheirScales() {
        forEachSample((name, sample) -> {
            for (Metric metric : catalog.all()) {
                if (metric instanceof SampleMetric one
                        && one.score(bench.featuresOf(sample)) instanceof Score.Scored scored) {
                    assertThat(scored.value())
                            .as("%s of %s", metric.id(), name)
                            .isBetween(metric.scale().least(), metric.scale().most());
                }
            }
        });
    }

    @Test
    void theOrderOfChunksDoesNotMatter() {
        forEachSample((name, sample) -> {
            List<String> shuffled = new ArrayList<>(chunks(sample));
            Collections.shuffle(shuffled, new Random(SEED));
            RagSample other = with(sample, shuffled);
            for (Metric metric : catalog.all()) {
                if (metric instanceof SampleMetric one) {
                    assertThat(number(one.score(bench.featuresOf(other))))
                            .as("%s of %s", metric.id(), name)
                            .isEqualTo(number(one.score(bench.featuresOf(sample))));
                }
            }
        });
    }

    @Test
    void anExactCopyRaisesTheCopiesAndLowersTheUse() {
        forEachSample((name, sample) -> {
            List<String> more = new ArrayList<>(chunks(sample));
            more.add(" " + more.get(0) + "\n");
            RagSample other = with(sample, more);
            assertThat(value("exact_dup_ratio", other)).as(name).isGreaterThan(value("exact_dup_ratio", sample));
            assertThat(value("near_dup_ratio", other)).as(name).isGreaterThan(value("near_dup_ratio", sample));
            if (value("ctx_waste_lex", sample) > 0) {
                assertThat(value("ctx_waste_lex", other)).as(name).isLessThan(value("ctx_waste_lex", sample));
            }
        });
    }

    @Test
    void nearCopiesAreNeverFewerThanCopies() {
        forEachSample((name, sample) -> assertThat(value("near_dup_ratio", sample))
                .as(name)
                .isGreaterThanOrEqualTo(value("exact_dup_ratio", sample)));
    }

    @Test
    void anotherChunkNeverLowersCoverage() {
        forEachSample((name, sample) -> {
            List<String> more = new ArrayList<>(chunks(sample));
            more.add(0, "b c d e a");
            RagSample other = with(sample, more);
            for (String metric : List.of("support", "query_coverage", "ans_in_ctx", "ans_token_recall")) {
                assertThat(value(metric, other))
                        .as("%s of %s", metric, name)
                        .isGreaterThanOrEqualTo(value(metric, sample));
            }
        });
    }

    @Test
    void fastEqualsPlain() {
        forEachSample((name, sample) -> {
            PlainScores plain = new PlainScores(sample);
            agree(name, "lex_utilisation", sample, plain.lexUtilisation());
            agree(name, "lex_density", sample, plain.lexDensity());
            agree(name, "near_dup_ratio", sample, plain.nearDuplicateRatio());
            agree(name, "exact_dup_ratio", sample, plain.exactDuplicateRatio());
            agree(name, "support", sample, plain.support());
            agree(name, "query_coverage", sample, plain.queryCoverage());
            agree(name, "ans_in_ctx", sample, plain.answerInContext());
            agree(name, "ans_token_recall", sample, plain.answerTokenRecall());
        });
    }

    private void agree(String name, String metric, RagSample sample, Double plain) {
        assertThat((Double) value(metric, sample)).as("%s of %s", metric, name).isEqualTo(plain);
    }

    @Test
    void minHashFindsThePairsThatItMustFind() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> chunks = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            List<String> words = new ArrayList<>();
            for (int w = 0; w < 60; w++) {
                words.add("w" + random.nextInt(5000));
            }
            chunks.add(String.join(" ", words));
            words.set(random.nextInt(2) == 0 ? 0 : 59, "changed" + i);
            chunks.add(String.join(" ", words));
        }
        RagSample sample = with(RagSample.of("q", "o"), chunks);
        int[] roots = bench.featuresOf(sample).nearRoots();
        Set<Integer> missed = new HashSet<>();
        for (int i = 0; i < chunks.size(); i += 2) {
            if (roots[i + 1] != i) {
                missed.add(i);
            }
        }
        assertThat(missed).as("seed %d", SEED).isEmpty();
        assertThat(value("near_dup_ratio", sample)).isEqualTo(0.5);
    }

    private void forEachSample(BiConsumer<String, RagSample> law) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            law.accept("seed " + SEED + " round " + round, sample(random));
        }
    }

    private static RagSample sample(SplittableRandom random) {
        List<String> chunks = new ArrayList<>();
        int n = random.nextInt(1, 6);
        for (int i = 0; i < n; i++) {
            int kind = random.nextInt(6);
            if (kind == 0 && i > 0) {
                chunks.add(chunks.get(random.nextInt(i)));
            } else if (kind == 1 && i > 0) {
                chunks.add(chunks.get(random.nextInt(i)) + " " + text(random, 2));
            } else {
                chunks.add(text(random, 30));
            }
        }
        return new RagSample(
                "word1 " + text(random, 6),
                "a b. " + text(random, 25),
                RetrievedContext.Chunks.of(chunks),
                List.of("x " + text(random, 3), text(random, 3)),
                null,
                null,
                null,
                null,
                null);
    }

    private static String text(SplittableRandom random, int most) {
        StringBuilder text = new StringBuilder();
        int words = random.nextInt(most + 1);
        for (int i = 0; i < words; i++) {
            text.append(
                    random.nextInt(3) == 0 ? "word" + random.nextInt(4) : Character.toString('a' + random.nextInt(5)));
            text.append(random.nextInt(5) == 0 ? ". " : random.nextInt(20) == 0 ? "é; " : " ");
        }
        return text.toString();
    }

    private double value(String metric, RagSample sample) {
        Double value = number(((SampleMetric) catalog.byId(metric).orElseThrow()).score(bench.featuresOf(sample)));
        return value == null ? Double.NaN : value;
    }

    private static @Nullable Double number(Score score) {
        return score instanceof Score.Scored scored ? scored.value() : null;
    }

    private static List<String> chunks(RagSample sample) {
        return ((RetrievedContext.Chunks) Objects.requireNonNull(sample.context()))
                .chunks().stream().map(chunk -> chunk.text()).toList();
    }

    private static RagSample with(RagSample sample, List<String> chunks) {
        return new RagSample(
                sample.input(),
                sample.output(),
                RetrievedContext.Chunks.of(chunks),
                sample.reference(),
                null,
                null,
                null,
                null,
                null);
    }
}
