package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScoreStateProperties {
    private static final List<Scale> SCALES = List.of(
            Scale.PERCENT, Scale.TEN, Scale.SHARE, Scale.SHARE_LOWER, new Scale(-1, 1, true), new Scale(0, 1e6, true));

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anySplitInAnyOrderGivesTheSameFigures(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MetricRule rule = rule(SCALES.get(random.nextInt(SCALES.size())));
        List<Score> rows = rows(random, rule.scale(), random.nextInt(2000));
        ScoreState whole = new ScoreState(rule);
        rows.forEach(whole::add);

        List<Score> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(seed));
        List<ScoreState> parts = new ArrayList<>();
        int n = 1 + random.nextInt(200);
        for (int i = 0; i < n; i++) {
            parts.add(new ScoreState(rule));
        }
        shuffled.forEach(row -> parts.get(random.nextInt(n)).add(row));
        while (parts.size() > 1) {
            ScoreState right = parts.remove(random.nextInt(parts.size()));
            parts.get(random.nextInt(parts.size())).merge(right);
        }
        assertThat(parts.get(0).figures()).as("seed %d", seed).isEqualTo(whole.figures());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theFiguresAreThoseOfThePlainDefinitions(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MetricRule rule = rule(SCALES.get(random.nextInt(SCALES.size())));
        List<Score> rows = rows(random, rule.scale(), 2 + random.nextInt(200));
        ScoreState state = new ScoreState(rule);
        rows.forEach(state::add);
        List<Double> scores = rows.stream()
                .filter(Score.Scored.class::isInstance)
                .map(row -> ((Score.Scored) row).value())
                .toList();
        Moments moments = state.figures().moments();
        if (moments == null || scores.size() < 2) {
            assertThat(scores).hasSizeLessThan(2);
            return;
        }
        assertThat(moments.mean()).as("seed %d", seed).isEqualTo(Plain.mean(scores));
        assertThat(moments.sd())
                .as("seed %d", seed)
                .isCloseTo(Plain.sd(scores), within(1e-12 * rule.scale().most()));
        Quantiles quantiles = Objects.requireNonNull(state.figures().quantiles());
        double min = Collections.min(scores);
        double max = Collections.max(scores);
        assertThat(quantiles.min()).isEqualTo(min);
        assertThat(quantiles.max()).isEqualTo(max);
        double[] ours = {quantiles.p10(), quantiles.p25(), quantiles.p50(), quantiles.p75(), quantiles.p90()};
        int[] percents = {10, 25, 50, 75, 90};
        for (int i = 0; i < ours.length; i++) {
            double plain = Plain.quantile(
                    scores, percents[i], rule.scale().least(), rule.scale().most());
            assertThat(ours[i]).as("seed %d, p%d", seed, percents[i]).isEqualTo(Math.min(max, Math.max(min, plain)));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void billionthsAreRoundedHalfEvenFromTheExactValue(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            double score = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(1 << 20) / 1024.0; // exact halves of billionths
                case 1 -> random.nextDouble() * 100;
                case 2 -> Math.nextUp(random.nextInt(1 << 20) / 1024.0);
                default -> -random.nextDouble() * 4e6;
            };
            assertThat(Nanos.of(score))
                    .as("seed %d, %s", seed, score)
                    .isEqualTo(Plain.nanos(score).longValueExact());
            assertThat(Nanos.big(score)).isEqualTo(Plain.nanos(score));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void quantilesOfCountsAreWithinOnePerCent(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ScoreState state = new ScoreState(rule(Scale.COUNT_LOWER));
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < 501; i++) {
            long count = random.nextLong(1L << (1 + random.nextInt(50)));
            counts.add(count);
            state.add((double) count, true);
        }
        counts.sort(null);
        Quantiles quantiles = Objects.requireNonNull(state.figures().quantiles());
        double median = counts.get(250);
        assertThat(quantiles.p50()).as("seed %d", seed).isBetween(median * 0.99, median);
    }

    private static MetricRule rule(Scale scale) {
        return new MetricRule("m", scale, null, (scale.least() + Math.min(scale.most(), 1e6)) / 2);
    }

    private static List<Score> rows(SplittableRandom random, Scale scale, int n) {
        Status[] failures = {Status.NOT_APPLICABLE, Status.INVALID_INPUT, Status.JUDGE_UNPARSEABLE};
        int steps = 1 << random.nextInt(20);
        List<Score> rows = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            rows.add(
                    random.nextInt(5) == 0
                            ? new Score.Unscored(failures[random.nextInt(failures.length)], "why")
                            : new Score.Scored(scale.least()
                                    + (scale.most() - scale.least()) * random.nextInt(steps + 1) / steps));
        }
        return rows;
    }
}
