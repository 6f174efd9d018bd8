package io.ctxeval.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.apache.commons.statistics.inference.ContinuityCorrection;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms that work on histograms against commons-statistics, which works on samples. */
class TestsAgainstCommonsTest {
    private static final WilcoxonSignedRankTest WILCOXON = WilcoxonSignedRankTest.withDefaults()
            .with(AlternativeHypothesis.TWO_SIDED)
            .with(PValueMethod.ASYMPTOTIC)
            .with(ContinuityCorrection.ENABLED);

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theHistogramsRankSumIsThatOfTheSampleZerosIncluded(long seed) {
        List<Integer> deltas = deltas(new SplittableRandom(seed));
        assertThat(figures(deltas).wPlus())
                .as("seed %d", seed)
                .isCloseTo(WILCOXON.statistic(array(deltas)), within(1e-9));
    }

    /**
     * At most one zero: the library subtracts the zeros' part of the variance and then counts them as a tie once more, which SciPy
     * and metrics.md 7.3 don't; from two zeros on its p is smaller.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void theHistogramsPIsThatOfTheSampleWithOneZeroOrNone(long seed) {
        List<Integer> deltas = deltas(new SplittableRandom(seed));
        deltas.removeIf(delta -> delta == 0);
        if (seed % 2 == 0) {
            deltas.add(0);
        }
        double p = WILCOXON.test(array(deltas)).getPValue();
        assertThat(figures(deltas).pWilcoxon()).as("seed %d", seed).isCloseTo(Math.min(1, p), within(1e-9));
    }

    /** At least one difference, since the library throws on none. */
    private static List<Integer> deltas(SplittableRandom random) {
        List<Integer> deltas = Pairs.random(random, random.nextInt(120), 1 + random.nextInt(40));
        deltas.add(3);
        return deltas;
    }

    private static double[] array(List<Integer> deltas) {
        return deltas.stream().mapToDouble(Integer::doubleValue).toArray();
    }

    private static DeltaFigures figures(List<Integer> deltas) {
        return Pairs.metric(Pairs.ofCentis(Pairs.rules(Pairs.WASTE), deltas)).delta();
    }

    /** The library's own two-sided test now and then misses, by rounding, that mirrored outcomes are equally likely. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theSignTestIsTwiceTheLibrarysOneSidedTest(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int wins = random.nextInt(200);
        int losses = 1 + random.nextInt(200);
        double tail = BinomialTest.withDefaults()
                .with(AlternativeHypothesis.LESS_THAN)
                .test(wins + losses, Math.min(wins, losses), 0.5)
                .getPValue();
        double expected = Math.min(1, 2 * tail);
        assertThat(ExactBinomial.twoSided(wins, losses)).as("seed %d", seed).isCloseTo(expected, within(1e-9));
        assertThat(ExactBinomial.twoSided(losses, wins)).isEqualTo(ExactBinomial.twoSided(wins, losses));
    }

    /** From inversion to rejection, on both sides of one half, and with a mode at the edge. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.3",
        "7, 0.5",
        "30, 0.05",
        "30, 0.34",
        "40, 0.5",
        "100, 0.101",
        "100, 0.9",
        "500, 0.03",
        "2000, 0.4",
        "100000, 0.002",
        "21, 0.49"
    })
    void drawsFollowTheBinomialDistribution(int n, double p) {
        BinomialDistribution binomial = BinomialDistribution.of(n, p);
        SplittableRandom random = new SplittableRandom(n);
        int draws = 200_000;
        double mean = n * p;
        int from = (int) Math.max(0, mean - 3.5 * Math.sqrt(mean * (1 - p)));
        int to = (int) Math.min(n, Math.ceil(mean + 3.5 * Math.sqrt(mean * (1 - p))));
        long[] seen = new long[to - from + 1];
        double[] expected = new double[seen.length];
        for (int i = 0; i < draws; i++) {
            long drawn = BinomialSampler.draw(random, n, p);
            seen[(int) Math.min(to, Math.max(from, drawn)) - from]++;
        }
        for (int k = from; k <= to; k++) {
            double below = k == from ? 0 : binomial.cumulativeProbability(k - 1);
            double above = k == to ? 1 : binomial.cumulativeProbability(k);
            expected[k - from] = draws * (above - below);
        }
        assertThat(ChiSquareTest.withDefaults().test(expected, seen).getPValue())
                .isGreaterThan(1e-4);
    }
}
