package io.ctxeval.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.compare.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgreementProperties {
    private static final Resampling RESAMPLING = new Resampling(7, 400);

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    /** Units with few different values, so that ties abound. */
    private static List<Decision> units(SplittableRandom random, int n, int clusters) {
        List<Decision> units = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            boolean human = random.nextInt(3) == 0;
            double value = random.nextInt(5) + (human ? random.nextInt(3) : 0);
            units.add(new Decision("c" + random.nextInt(clusters), human, value >= 3, value));
        }
        return units;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theAreaIsTheShareOfPairsWonPlusHalfOfThoseTied(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Decision> units = units(random, random.nextInt(25), 6);

        Double area = Agreement.of(units, RESAMPLING).auroc().value();

        Double brute = pairsWon(units);
        assertThat(area == null).isEqualTo(brute == null);
        if (area != null) {
            assertThat(area).isCloseTo(Objects.requireNonNull(brute), within(1e-12));
        }
    }

    private static @Nullable Double pairsWon(List<Decision> units) {
        double won = 0;
        int pairs = 0;
        for (Decision yes : units) {
            for (Decision no : units) {
                if (yes.human() && !no.human()) {
                    int order = Double.compare(Objects.requireNonNull(yes.value()), Objects.requireNonNull(no.value()));
                    won += order > 0 ? 1 : order == 0 ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        return pairs == 0 ? null : (Double) (won / pairs);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theRankFormulaGivesTheSameArea(long seed) {
        List<Decision> units = units(new SplittableRandom(seed), 30, 30);
        double[] ranks = ScoreAgreement.ranks(units.stream()
                .mapToDouble(unit -> Objects.requireNonNull(unit.value()))
                .toArray());
        double n1 = units.stream().filter(Decision::human).count();
        double r1 = IntStream.range(0, ranks.length)
                .filter(i -> units.get(i).human())
                .mapToDouble(i -> ranks[i])
                .sum();

        Double area = Agreement.of(units, RESAMPLING).auroc().value();

        assertThat(area).isCloseTo((r1 - n1 * (n1 + 1) / 2) / (n1 * (30 - n1)), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aClusterDrawnTwiceCountsAsIfItStoodThereTwice(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Decision> units = units(random, 20, 4);
        Clusters clusters = Clusters.of(units.stream().map(Decision::cluster).toList());
        int[] copies = random.ints(clusters.count(), 0, 3).toArray();
        List<Decision> spelledOut = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            spelledOut.addAll(Collections.nCopies(copies[clusters.numbers()[i]], units.get(i)));
        }

        assertThat(new Roc(units, clusters.numbers()).area(copies)).isEqualTo(roc(spelledOut));
    }

    private static @Nullable Double roc(List<Decision> units) {
        int[] once = {1};
        return new Roc(units, new int[units.size()]).area(once);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neitherTheOrderOfTheUnitsNorAMonotoneChangeOfTheGradesMatters(long seed) {
        List<Decision> units = units(new SplittableRandom(seed), 40, 9);
        List<Decision> shuffled = new ArrayList<>(units);
        Collections.shuffle(shuffled, new Random(seed));
        List<Decision> cubed = units.stream()
                .map(unit -> new Decision(
                        unit.cluster(), unit.human(), unit.judge(), Math.pow(Objects.requireNonNull(unit.value()), 3)))
                .toList();

        Agreement agreement = Agreement.of(units, RESAMPLING);

        assertThat(Agreement.of(shuffled, RESAMPLING)).isEqualTo(agreement);
        assertThat(Agreement.of(cubed, RESAMPLING)).isEqualTo(agreement);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void intervalsHoldTheFigure(long seed) {
        Agreement agreement = Agreement.of(units(new SplittableRandom(seed), 200, 150), RESAMPLING);

        for (Figure figure : List.of(agreement.kappa(), agreement.f1(), agreement.auroc(), agreement.accuracy())) {
            Interval interval = Objects.requireNonNull(figure.interval());
            assertThat(Objects.requireNonNull(figure.value())).isBetween(interval.low(), interval.high());
        }
    }

    @Test
    void unitsOfOneSampleAreNoIndependentEvidence() {
        SplittableRandom random = new SplittableRandom(3);
        List<Decision> apart = new ArrayList<>();
        List<Decision> together = new ArrayList<>();
        for (int sample = 0; sample < 60; sample++) {
            boolean human = random.nextBoolean();
            boolean judge = random.nextInt(4) == 0 ? !human : human;
            for (int chunk = 0; chunk < 10; chunk++) {
                apart.add(new Decision(sample + "/" + chunk, human, judge, null));
                together.add(new Decision("" + sample, human, judge, null));
            }
        }

        Agreement independent = Agreement.of(apart, RESAMPLING);
        Agreement clustered = Agreement.of(together, RESAMPLING);

        assertThat(clustered.kappa().value()).isEqualTo(independent.kappa().value());
        // ten equal units are one: the width grows by about the root of ten
        assertThat(width(clustered.kappa()) / width(independent.kappa())).isBetween(2.0, 5.0);
        assertThat(clustered.clusters()).isEqualTo(60);
        assertThat(clustered.auroc()).isEqualTo(Figure.NONE);
    }

    /** Wilson's intervals of 10 of 10, 20 of 20 and 0 of 4 (SciPy 1.17); the bootstrap would say from 1 to 1. */
    @Test
    void sharesOfOneAndNoneHaveAnIntervalThatIsNoPoint() {
        List<Decision> units = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            boolean yes = i < 10;
            units.add(new Decision("c" + i, yes, yes, null));
        }
        Agreement perfect = Agreement.of(units, RESAMPLING);
        Agreement missed = Agreement.of(
                List.of(
                        new Decision("a", true, false, null),
                        new Decision("a", true, false, null),
                        new Decision("b", true, false, null),
                        new Decision("c", true, false, null),
                        new Decision("d", true, false, null),
                        new Decision("e", false, false, null)),
                RESAMPLING);

        assertThat(perfect.precision()).satisfies(figure -> isWithin(figure, 1, 0.7224672001371109, 1));
        assertThat(perfect.recall()).satisfies(figure -> isWithin(figure, 1, 0.7224672001371109, 1));
        assertThat(perfect.accuracy()).satisfies(figure -> isWithin(figure, 1, 0.8388748419471808, 1));
        assertThat(perfect.f1())
                .satisfies(figure -> isWithin(figure, 1, 2 * 0.7224672001371109 / 1.7224672001371109, 1));
        assertThat(perfect.kappa()).isEqualTo(new Figure(1.0, null));
        assertThat(missed.recall())
                .as("five units of four samples")
                .satisfies(figure -> isWithin(figure, 0, 0, 0.4898908364545973));
    }

    private static void isWithin(Figure figure, double value, double low, double high) {
        Interval interval = Objects.requireNonNull(figure.interval());
        assertThat(figure.value()).isEqualTo(value);
        assertThat(interval.low()).isCloseTo(low, within(1e-9));
        assertThat(interval.high()).isCloseTo(high, within(1e-9));
    }

    private static double width(Figure figure) {
        Interval interval = Objects.requireNonNull(figure.interval());
        return interval.high() - interval.low();
    }

    @Test
    void ofOneSampleThereIsNoInterval() {
        Agreement agreement = Agreement.of(
                List.of(new Decision("a", true, true, 1.0), new Decision("a", false, false, 0.0)), RESAMPLING);

        assertThat(agreement.auroc()).isEqualTo(new Figure(1.0, null));
    }

    @Test
    void intervalsCoverTheTrueKappaAboutNineteenTimesInTwenty() {
        int covered = 0;
        int trials = 200;
        for (int trial = 0; trial < trials; trial++) {
            SplittableRandom random = new SplittableRandom(100 + trial);
            List<Decision> units = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                boolean human = random.nextBoolean();
                units.add(new Decision("" + i, human, human ^ random.nextInt(5) == 0, null));
            }
            // half yes, four fifths agree: (0.8 - 0.5) / 0.5
            Interval interval = Objects.requireNonNull(
                    Agreement.of(units, RESAMPLING).kappa().interval());
            covered += interval.low() <= 0.6 && 0.6 <= interval.high() ? 1 : 0;
        }

        assertThat((double) covered / trials).isBetween(0.90, 0.99);
    }

    @Test
    void spearmanIsThatOfTheKnownExample() {
        // hours of television against IQ: rho = -29/165
        double[] iq = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
        double[] hours = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
        List<ScoreAgreement.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < iq.length; i++) {
            pairs.add(new ScoreAgreement.Pair("" + i, hours[i], iq[i]));
        }

        ScoreAgreement agreement = ScoreAgreement.of(pairs, RESAMPLING);

        assertThat(agreement.spearman().value()).isCloseTo(-29.0 / 165, within(1e-12));
        double difference = (Arrays.stream(iq).sum() - Arrays.stream(hours).sum()) / 10;
        assertThat(agreement.difference().value()).isCloseTo(difference, within(1e-9));
        assertThat(agreement.absoluteDifference().value()).isCloseTo(difference, within(1e-9));
    }

    @Test
    void equalValuesShareTheMeanOfTheirRanks() {
        assertThat(ScoreAgreement.ranks(new double[] {5, 1, 5, 2})).containsExactly(3.5, 1, 3.5, 2);
        assertThat(ScoreAgreement.of(
                                List.of(new ScoreAgreement.Pair("a", 1, 3), new ScoreAgreement.Pair("b", 1, 4)),
                                RESAMPLING)
                        .spearman())
                .isEqualTo(Figure.NONE);
    }
}
