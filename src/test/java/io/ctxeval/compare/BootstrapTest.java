package io.ctxeval.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    private static final int MIDDLE = 10_000;

    private static long[] histogram(Iterable<Integer> deltas) {
        long[] counts = new long[2 * MIDDLE + 1];
        for (int delta : deltas) {
            counts[MIDDLE + delta]++;
        }
        return counts;
    }

    private static Interval interval(Iterable<Integer> deltas, int replicates, long seed) {
        return Bootstrap.interval(histogram(deltas), bin -> bin - MIDDLE, replicates, seed);
    }

    /** Differences of a skewed distribution with ties, zeros and a known mean. */
    private static int skewed(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> 0;
            case 3, 4 -> 1000;
            case 5 -> -2500;
            case 6 -> 3333;
            default -> random.nextInt(-2000, 2001);
        };
    }

    @Test
    void theIntervalCoversTheTruthInNineteenOfTwentyTrials() {
        double truth = 0.2 * 1000 - 0.1 * 2500 + 0.1 * 3333;
        SplittableRandom random = new SplittableRandom(20);
        int trials = 1000;
        int covered = 0;
        for (int trial = 0; trial < trials; trial++) {
            List<Integer> deltas =
                    IntStream.range(0, 200).mapToObj(i -> skewed(random)).toList();
            Interval interval = interval(deltas, 1000, trial);
            if (interval.low() <= truth && truth <= interval.high()) {
                covered++;
            }
        }
        assertThat(covered / (double) trials).isBetween(0.93, 0.97);
    }

    @Test
    void singleRowsAndBinomialSharesOfBinsGiveTheSameInterval() {
        SplittableRandom random = new SplittableRandom(3);
        List<Integer> few = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            few.add(50 * random.nextInt(-10, 14));
        }
        // Two differences apart from the rest leave the mean alone and, being many bins for few rows, decide which way
        // is taken.
        List<Integer> spread = new ArrayList<>(few);
        for (int i = 0; i < 400; i++) {
            spread.set(i, few.get(i) + (i % 2 == 0 ? 1 : -1) * (i / 2 % 24 + 1));
        }
        Interval byBins = interval(few, 10_000, 1);
        Interval byRows = interval(spread, 10_000, 1);
        double width = byBins.high() - byBins.low();
        assertThat(byRows.low()).isCloseTo(byBins.low(), within(0.04 * width));
        assertThat(byRows.high()).isCloseTo(byBins.high(), within(0.04 * width));
    }

    @Test
    void largeCountsGiveTheNormalInterval() {
        long[] counts = new long[2 * MIDDLE + 1];
        counts[MIDDLE + 500] = 30_000_000;
        counts[MIDDLE - 400] = 20_000_000;
        counts[MIDDLE] = 50_000_000;
        double n = 1e8;
        double mean = 0.3 * 500 - 0.2 * 400;
        double sd = Math.sqrt(0.3 * 500 * 500 + 0.2 * 400 * 400 - mean * mean);
        double half = 1.959964 * sd / Math.sqrt(n);
        Interval interval = Bootstrap.interval(counts, bin -> bin - MIDDLE, 10_000, 5);
        assertThat(interval.low()).isCloseTo(mean - half, within(0.05 * half));
        assertThat(interval.high()).isCloseTo(mean + half, within(0.05 * half));
    }

    @Test
    void aSeedDecidesTheInterval() {
        List<Integer> deltas = Pairs.random(new SplittableRandom(1), 300, 900);
        assertThat(interval(deltas, 1000, 11)).isEqualTo(interval(deltas, 1000, 11));
        assertThat(interval(deltas, 1000, 11)).isNotEqualTo(interval(deltas, 1000, 12));
    }

    @Test
    void neighbouringBlocksOfReplicatesShareNoDraws() {
        // One block holds 250 replicates; if the next ones ran through the same numbers, the tails would not fill in.
        List<Integer> deltas = Pairs.random(new SplittableRandom(2), 150, 5000);
        Interval few = interval(deltas, 250, 4);
        Interval many = interval(deltas, 10_000, 4);
        assertThat(few).isNotEqualTo(many);
    }

    @Test
    void poissonWeightsHaveTheirProbabilitiesMeanAndSpread() {
        long[] seen = new long[16];
        byte[] weights = new byte[512];
        int clusters = 2000;
        for (int cluster = 0; cluster < clusters; cluster++) {
            PoissonWeights.fill(PoissonWeights.key(1, "cluster " + cluster), 512, weights, weights.length);
            for (byte weight : weights) {
                seen[weight]++;
            }
        }
        double n = (double) clusters * weights.length;
        double probability = Math.exp(-1);
        for (int k = 0; k < 7; k++) {
            assertThat(seen[k] / n).as("weight %d", k).isCloseTo(probability, within(5 * Math.sqrt(probability / n)));
            probability /= k + 1;
        }
    }

    @Test
    void weightsDependOnSeedClusterAndReplicateAlone() {
        byte[] from0 = new byte[512];
        byte[] from256 = new byte[256];
        long key = PoissonWeights.key(1, "a");
        PoissonWeights.fill(key, 0, from0, 512);
        PoissonWeights.fill(key, 256, from256, 256);
        assertThat(from256).isEqualTo(java.util.Arrays.copyOfRange(from0, 256, 512));
        assertThat(PoissonWeights.key(2, "a")).isNotEqualTo(key);
        assertThat(PoissonWeights.key(1, "b")).isNotEqualTo(key);
    }

    @Test
    void singletonClustersGiveNearlyThePlainInterval() {
        List<Integer> deltas = Pairs.random(new SplittableRandom(9), 500, 3000);
        Interval plain = Pairs.present(Pairs.metric(
                        Pairs.ofCentis(new ComparisonRules(List.of(Pairs.WASTE), List.of(), false, 10_000, 7), deltas))
                .delta()
                .interval());
        DeltaFigures clustered = Pairs.metric(Pairs.ofCentis(Pairs.clustered(10_000, Pairs.WASTE), deltas))
                .delta();
        double width = plain.high() - plain.low();
        assertThat(Pairs.present(clustered.interval()).low()).isCloseTo(plain.low(), within(0.06 * width));
        assertThat(Pairs.present(clustered.interval()).high()).isCloseTo(plain.high(), within(0.06 * width));
        assertThat(clustered.effectiveClusters()).isCloseTo(500, within(30.0));
    }

    @Test
    void rowsRepeatedWithinAClusterTellNothingNew() {
        List<Integer> deltas = Pairs.random(new SplittableRandom(10), 300, 3000);
        ComparisonState once = Pairs.ofCentis(Pairs.clustered(4000, Pairs.WASTE), deltas);
        ComparisonState fourTimes = new ComparisonState(once.rules());
        ComparisonState fourTimesByRow =
                new ComparisonState(new ComparisonRules(List.of(Pairs.WASTE), List.of(), false, 4000, 7));
        int id = 0;
        for (int delta : deltas) {
            double base = delta > 0 ? 5 : 95;
            for (int i = 0; i < 4; i++) {
                ScoreRow candidate = Pairs.row((base * 100 + delta) / 100);
                fourTimes.pair(Map.of(), "c" + id, Pairs.row(base), candidate);
                fourTimesByRow.pair(Map.of(), null, Pairs.row(base), candidate);
            }
            id++;
        }
        Interval few = Pairs.present(Pairs.metric(once).delta().interval());
        DeltaFigures clustered = Pairs.metric(fourTimes).delta();
        Interval byRow = Pairs.present(Pairs.metric(fourTimesByRow).delta().interval());
        assertThat(Pairs.present(clustered.interval())).isEqualTo(few);
        assertThat(width(Pairs.present(clustered.interval())) / width(byRow)).isBetween(1.8, 2.2);
        assertThat(clustered.effectiveClusters()).isCloseTo(300, within(25.0));
    }

    private static double width(Interval interval) {
        return interval.high() - interval.low();
    }
}
