package io.ctxeval.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConfusionTest {
    private static final double EXACT = 1e-12;

    @Test
    void theTextbookTableHasAKappaOfTwoFifths() {
        // po = 35/50, pe = 0.5 * 0.6 + 0.5 * 0.4
        Confusion confusion = new Confusion(20, 5, 10, 15);

        assertThat(confusion.kappa()).isCloseTo(0.4, within(EXACT));
        assertThat(confusion.accuracy()).isCloseTo(0.7, within(EXACT));
        assertThat(confusion.precision()).isCloseTo(0.8, within(EXACT));
        assertThat(confusion.recall()).isCloseTo(20.0 / 30, within(EXACT));
        assertThat(confusion.f1()).isCloseTo(40.0 / 55, within(EXACT));
    }

    @Test
    void whatHasNoDenominatorIsNullAndNeverZero() {
        assertThat(Confusion.NONE.accuracy()).isNull();
        assertThat(Confusion.NONE.kappa()).isNull();
        assertThat(new Confusion(0, 0, 3, 4).precision()).isNull();
        assertThat(new Confusion(0, 3, 0, 4).recall()).isNull();
        assertThat(new Confusion(0, 0, 0, 4).f1()).isNull();
        assertThat(new Confusion(0, 0, 0, 4).kappa()).as("pe is 1").isNull();
        assertThat(new Confusion(9, 0, 0, 0).kappa()).as("pe is 1").isNull();
        assertThat(new Confusion(0, 0, 5, 5).kappa())
                .as("a judge that says no only")
                .isZero();
    }

    @Test
    void perfectAgreementIsOneAndPerfectDisagreementMinusOne() {
        assertThat(new Confusion(5, 0, 0, 5).kappa()).isEqualTo(1);
        assertThat(new Confusion(0, 5, 5, 0).kappa()).isEqualTo(-1);
    }

    @Test
    void swappingHumanAndJudgeSwapsPrecisionAndRecallOnly() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 200; i++) {
            long[] n = random.longs(4, 0, 30).toArray();
            Confusion confusion = new Confusion(n[0], n[1], n[2], n[3]);
            Confusion swapped = new Confusion(n[0], n[2], n[1], n[3]);

            assertThat(swapped.kappa()).as("%s", confusion).isEqualTo(confusion.kappa());
            assertThat(swapped.f1()).isEqualTo(confusion.f1());
            assertThat(swapped.accuracy()).isEqualTo(confusion.accuracy());
            assertThat(swapped.precision()).isEqualTo(confusion.recall());
        }
    }

    @Test
    void renamingYesAndNoLeavesKappaAlone() {
        assertThat(new Confusion(15, 10, 5, 20).kappa()).isEqualTo(new Confusion(20, 5, 10, 15).kappa());
    }

    @Test
    void independentOpinionsHaveAKappaNearZero() {
        SplittableRandom random = new SplittableRandom(5);
        Confusion all = Confusion.NONE;
        for (int i = 0; i < 100_000; i++) {
            all = all.plus(Confusion.of(random.nextDouble() < 0.3, random.nextDouble() < 0.8));
        }

        assertThat(all.kappa()).isCloseTo(0, within(0.01));
    }

    @Test
    void weightedKappaCountsADistanceOfTwoFourTimes() {
        // 1 - (Σ w o) / (Σ w e) by fractions: 247/307
        AspectTable table = new AspectTable(List.of(List.of(10L, 2L, 0L), List.of(3L, 5L, 2L), List.of(0L, 1L, 7L)));
        AspectTable constant = new AspectTable(List.of(List.of(4L, 0L, 0L), List.of(0L, 0L, 0L), List.of(0L, 0L, 0L)));

        assertThat(table.weightedKappa()).isCloseTo(247.0 / 307, within(EXACT));
        assertThat(table.aspects()).isEqualTo(30);
        assertThat(constant.weightedKappa()).isNull();
        assertThatThrownBy(() -> new AspectTable(List.of(List.of(1L)))).hasMessageContaining("3 rows of 3");
    }
}
