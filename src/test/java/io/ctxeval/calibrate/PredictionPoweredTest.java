package io.ctxeval.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.calibrate.PredictionPowered.Judged;
import io.ctxeval.calibrate.PredictionPowered.Pair;
import io.ctxeval.compare.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures that stand here were worked out from the formulas with NumPy 2.4 and SciPy 1.17. */
class PredictionPoweredTest {
    private static final Interval PERCENT = new Interval(0, 100);

    /** Human and judge of each row, a cluster each. */
    private static List<Pair> rows(double[]... both) {
        return IntStream.range(0, both.length)
                .mapToObj(i -> new Pair("c" + i, both[i][0], both[i][1]))
                .toList();
    }

    private static double[] row(double human, double judge) {
        return new double[] {human, judge};
    }

    private static PredictionPowered share(Judged judged, List<Pair> pairs) {
        return Objects.requireNonNull(PredictionPowered.share(judged, pairs));
    }

    private static Interval interval(PredictionPowered estimate) {
        return Objects.requireNonNull(estimate.interval());
    }

    @Test
    void theJudgeCorrectsTheLabelsByWhatItIsWorth() {
        List<Pair> pairs = rows(row(1, 1), row(1, 1), row(1, 0), row(0, 0), row(0, 1), row(0, 0), row(1, 1), row(0, 0));

        PredictionPowered estimate = share(new Judged(40, 0.6), pairs);

        assertThat(estimate.weight()).isCloseTo(0.5, within(1e-12));
        assertThat(estimate.estimate()).isCloseTo(0.55, within(1e-12));
        assertThat(interval(estimate).low()).isCloseTo(0.20385445305620975, within(1e-9));
        assertThat(interval(estimate).high()).isCloseTo(0.8961455469437903, within(1e-9));
        assertThat(estimate.isExact()).isFalse();
    }

    /** 1.74 would be best for the variance; λ ends at 1. */
    @Test
    void theWeightIsClipped() {
        List<Pair> pairs = rows(row(80, 70), row(60, 65), row(90, 75), row(20, 45), row(40, 50));

        PredictionPowered estimate = Objects.requireNonNull(PredictionPowered.mean(new Judged(25, 58), pairs, PERCENT));

        assertThat(estimate.weight()).isEqualTo(1);
        assertThat(estimate.estimate()).isCloseTo(55, within(1e-12));
        assertThat(interval(estimate).low()).isCloseTo(37.17876901575866, within(1e-9));
        assertThat(interval(estimate).high()).isCloseTo(72.82123098424134, within(1e-9));
    }

    @Test
    void aJudgeThatIsWorseThanNoneWeighsNothingAndAShareStaysAShare() {
        List<Pair> pairs = rows(row(1, 0), row(0, 1), row(1, 0), row(0, 1), row(1, 1), row(0, 0));

        PredictionPowered estimate = share(new Judged(50, 0.3), pairs);

        assertThat(estimate.weight()).isZero();
        assertThat(estimate.estimate()).isEqualTo(0.5);
        assertThat(interval(estimate)).as("-0.039 to 1.039 without an end").isEqualTo(new Interval(0, 1));
    }

    /** Six clusters of ten rows; their sums go against the judge's, though the rows don't. */
    @Test
    void rowsOfAClusterCountTogether() {
        String[] clusters = {"a", "b", "c", "a", "b", "ax", "bx", "cx", "ax", "bx"};
        int[] human = {1, 1, 1, 0, 0, 0, 1, 0, 1, 1};
        int[] judge = {1, 1, 0, 0, 1, 0, 1, 0, 1, 0};
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < clusters.length; i++) {
            pairs.add(new Pair(clusters[i], human[i], judge[i]));
        }

        PredictionPowered estimate = share(new Judged(60, 0.55), pairs);
        Collections.shuffle(pairs, new Random(1));

        assertThat(estimate.weight()).isCloseTo(0, within(1e-12));
        assertThat(estimate.estimate()).isCloseTo(0.6, within(1e-12));
        assertThat(interval(estimate).low()).isCloseTo(0.3091718643882558, within(1e-9));
        assertThat(interval(estimate).high()).isCloseTo(0.8908281356117442, within(1e-9));
        assertThat(share(new Judged(60, 0.55), pairs)).as("in any order").isEqualTo(estimate);
    }

    @Test
    void ofLabelsOnEveryRowTheShareIsExact() {
        List<Pair> pairs = rows(row(1, 0), row(0, 0), row(1, 1), row(1, 0));

        PredictionPowered all = share(new Judged(4, 0.25), pairs);

        assertThat(all.isExact()).isTrue();
        assertThat(all.estimate()).isEqualTo(0.75);
        assertThat(all.interval()).isNull();
        assertThat(share(new Judged(5, 0.2), pairs).isExact()).isFalse();
    }

    /** Wilson: a rate of which none was seen in 10 is at most 0.2775; of 90 rows in 100 nothing is known. */
    @Test
    void labelsThatAllAgreeWithTheJudgeAreNoProofOfTheOthers() {
        List<Pair> pairs = IntStream.range(0, 10)
                .mapToObj(i -> new Pair("c" + i, i % 2, i % 2))
                .toList();

        PredictionPowered estimate = share(new Judged(100, 0.4), pairs);

        assertThat(estimate.estimate()).isCloseTo(0.4, within(1e-12));
        assertThat(interval(estimate).low()).isCloseTo(0.4 - 0.9 * 0.2775327998628892, within(1e-9));
        assertThat(interval(estimate).high()).isCloseTo(0.4 + 0.9 * 0.2775327998628892, within(1e-9));
        assertThat(Objects.requireNonNull(PredictionPowered.mean(new Judged(100, 0.4), pairs, PERCENT))
                        .interval())
                .isNull();
    }

    @Test
    void ofOneRowOrOneClusterNothingIsKnown() {
        assertThat(PredictionPowered.share(new Judged(9, 0.5), rows(row(1, 1)))).isNull();
        assertThat(share(new Judged(9, 0.5), List.of(new Pair("a", 1, 0), new Pair("a", 0, 0)))
                        .interval())
                .isNull();
    }

    /**
     * Judges from blind to good, and one that says the contrary; rows alone and in clusters of one mind.
     *
     * @param right how often the judge says what the human says
     */
    @ParameterizedTest
    @CsvSource({"0.5, 1", "0.7, 1", "0.9, 1", "0.2, 1", "0.8, 4"})
    void theIntervalCoversTheRunsShareNineteenTimesInTwentyAndIsNoWiderThanThatOfTheLabels(double right, int size) {
        int trials = 3_000;
        int covered = 0;
        double width = 0;
        double alone = 0;
        for (int seed = 0; seed < trials; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Pair> pairs = new ArrayList<>();
            long yes = 0;
            long passed = 0;
            for (int cluster = 0; cluster < 800; cluster++) {
                boolean human = random.nextDouble() < 0.4;
                for (int row = 0; row < size; row++) {
                    boolean judge = random.nextDouble() < right ? human : !human;
                    yes += human ? 1 : 0;
                    passed += judge ? 1 : 0;
                    if (cluster < 120) {
                        pairs.add(new Pair("c" + cluster, human ? 1 : 0, judge ? 1 : 0));
                    }
                }
            }
            long rows = 800L * size;
            double truth = (double) yes / rows;
            Interval tuned = interval(share(Judged.ofPasses(rows, passed), pairs));
            Interval labels = interval(share(
                    Judged.ofPasses(rows, 0),
                    pairs.stream()
                            .map(pair -> new Pair(pair.cluster(), pair.human(), 0))
                            .toList()));
            covered += tuned.low() <= truth && truth <= tuned.high() ? 1 : 0;
            width += tuned.high() - tuned.low();
            alone += labels.high() - labels.low();
        }

        assertThat((double) covered / trials).as("seeds 0 to " + trials).isBetween(0.93, 0.97);
        assertThat(width).isLessThanOrEqualTo(alone * (1 + 1e-9));
        if (right >= 0.8) {
            assertThat(width).as("a good judge helps").isLessThan(0.9 * alone);
        }
    }
}
