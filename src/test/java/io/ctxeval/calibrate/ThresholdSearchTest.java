package io.ctxeval.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThresholdSearchTest {
    private static final Halves HALVES = new Halves(1);
    private static final Resampling RESAMPLING = new Resampling(1, 50);

    private static ThresholdSearch search(@Nullable Double targetPrecision) {
        return new ThresholdSearch(targetPrecision, HALVES, RESAMPLING);
    }

    /** Names of samples in the order of numbers, all in one half. */
    private static List<String> names(boolean calibrating, int count) {
        return IntStream.range(0, 100_000)
                .mapToObj(i -> "s" + i)
                .filter(name -> HALVES.calibrates(name) == calibrating)
                .limit(count)
                .toList();
    }

    /** In each half: yes at 90 (15 times) and 60 (5), no at 60 (5), 30 (10) and 10 (5). */
    private static List<Decision> decisions() {
        List<Decision> decisions = new ArrayList<>();
        for (boolean half : new boolean[] {true, false}) {
            List<String> names = names(half, 40);
            for (int i = 0; i < 40; i++) {
                double value = i < 15 ? 90 : i < 25 ? 60 : i < 35 ? 30 : 10;
                decisions.add(new Decision(names.get(i), i < 20, false, value));
            }
        }
        return decisions;
    }

    private static ThresholdChoice.Chosen chosen(List<Decision> decisions, @Nullable Double targetPrecision) {
        return (ThresholdChoice.Chosen) search(targetPrecision).choose(decisions);
    }

    @Test
    void ofEqualYoudenJTheHighestThresholdIsTaken() {
        // J at 90: 15/20 - 0; at 60: 20/20 - 5/20, the same
        ThresholdChoice.Chosen chosen = chosen(decisions(), null);

        assertThat(chosen.threshold()).isEqualTo(90);
        assertThat(chosen.calibration().confusion()).isEqualTo(new Confusion(15, 0, 5, 20));
        assertThat(chosen.heldOut().confusion()).isEqualTo(new Confusion(15, 0, 5, 20));
    }

    @Test
    void aTargetPrecisionBuysAllTheRecallThatItAllows() {
        assertThat(chosen(decisions(), 0.8).threshold()).as("20 of 25").isEqualTo(60);
        assertThat(chosen(decisions(), 0.81).threshold()).isEqualTo(90);
        assertThat(chosen(decisions(), 0.5).threshold())
                .as("the last no adds nothing")
                .isEqualTo(60);
    }

    @Test
    void aPrecisionThatNoThresholdReachesIsRefused() {
        List<Decision> reversed = decisions().stream()
                .map(decision -> new Decision(decision.cluster(), !decision.human(), false, decision.value()))
                .toList();

        assertThat(search(0.9).choose(reversed))
                .isEqualTo(
                        new ThresholdChoice.Refused("no threshold reaches a precision of 0.9 on the calibration half"));
    }

    /** Letting all rows pass has the largest J then, 0, and reaches any precision up to the share of yes. */
    @Test
    void aJudgeThatRanksNoBetterThanChanceGetsNoThreshold() {
        List<Decision> reversed = decisions().stream()
                .map(decision -> new Decision(decision.cluster(), !decision.human(), false, decision.value()))
                .toList();
        List<Decision> constant = decisions().stream()
                .map(decision -> new Decision(decision.cluster(), decision.human(), false, 50.0))
                .toList();

        for (Double target : new Double[] {null, 0.5}) {
            assertThat(search(target).choose(reversed))
                    .isInstanceOfSatisfying(
                            ThresholdChoice.Refused.class,
                            refused -> assertThat(refused.reason())
                                    .startsWith(
                                            "the judge is worse than chance at telling true from false: AUROC 0.0"));
            assertThat(search(target).choose(constant))
                    .isInstanceOfSatisfying(
                            ThresholdChoice.Refused.class,
                            refused -> assertThat(refused.reason())
                                    .startsWith("the judge is no better than chance")
                                    .contains("AUROC 0.500"));
        }
    }

    @Test
    void fewRowsOrFewOfAClassAreRefusedWithTheirNumbers() {
        assertThat(search(null).choose(decisions().subList(0, 49)))
                .isEqualTo(new ThresholdChoice.Refused(
                        "a threshold needs at least 50 rows with a label and a score, 10 of either label; there are 49:"
                                + " 29 true, 20 false"));
        List<Decision> nine = new ArrayList<>(decisions().subList(20, 40));
        nine.addAll(decisions().subList(60, 80));
        nine.addAll(decisions().subList(0, 9));
        nine.add(new Decision("another", false, false, 1.0));
        assertThat(search(null).choose(nine)).asString().contains("there are 50: 9 true, 41 false");
    }

    @Test
    void theOtherHalfHasNoSayInTheChoice() {
        SplittableRandom random = new SplittableRandom(9);
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            boolean human = random.nextBoolean();
            decisions.add(new Decision("s" + i, human, false, random.nextInt(100) + (human ? 20.0 : 0)));
        }
        UnaryOperator<Decision> turned = decision -> HALVES.calibrates(decision.cluster())
                ? decision
                : new Decision(decision.cluster(), !decision.human(), false, decision.value());

        ThresholdChoice.Chosen before = chosen(decisions, null);
        ThresholdChoice.Chosen after = chosen(decisions.stream().map(turned).toList(), null);

        assertThat(after.threshold()).isEqualTo(before.threshold());
        assertThat(after.calibration()).isEqualTo(before.calibration());
        assertThat(after.heldOut()).isNotEqualTo(before.heldOut());
        assertThat(before.calibration().confusion().units()
                        + before.heldOut().confusion().units())
                .isEqualTo(300);
    }

    @Test
    void theHalvesFollowTheSeedAndAreHalves() {
        long first = IntStream.range(0, 10_000)
                .filter(i -> new Halves(1).calibrates("s" + i))
                .count();
        long both = IntStream.range(0, 10_000)
                .filter(i -> new Halves(1).calibrates("s" + i) && new Halves(2).calibrates("s" + i))
                .count();

        assertThat((double) first).isCloseTo(5_000, within(200.0));
        assertThat((double) both).isCloseTo(2_500, within(200.0));
    }

    @Test
    void theChoiceIsTheBestOfAllByBruteForce() {
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Decision> decisions = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                boolean human = random.nextBoolean();
                decisions.add(new Decision("s" + i, human, false, random.nextInt(12) + (human ? 3.0 : 0)));
            }
            List<Decision> half = decisions.stream()
                    .filter(decision -> HALVES.calibrates(decision.cluster()))
                    .toList();

            double threshold = chosen(decisions, null).threshold();

            double best = youden(half, threshold);
            for (double other = 0; other <= 16; other++) {
                assertThat(youden(half, other))
                        .as("seed %d, threshold %s against %s", seed, other, threshold)
                        .isLessThanOrEqualTo(best + 1e-12);
                if (other > threshold) {
                    assertThat(youden(half, other)).isLessThan(best - 1e-12);
                }
            }
        }
    }

    private static double youden(List<Decision> half, double threshold) {
        Confusion confusion = half.stream()
                .map(decision -> decision.judgedAt(threshold))
                .map(decision -> Confusion.of(decision.human(), decision.judge()))
                .reduce(Confusion.NONE, Confusion::plus);
        return (double) confusion.bothYes() / confusion.humanYes()
                - (double) confusion.judgeOnly() / confusion.humanNo();
    }
}
