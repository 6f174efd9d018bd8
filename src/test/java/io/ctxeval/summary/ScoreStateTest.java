package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ScoreStateTest {
    private static final MetricRule WASTE = new MetricRule("ctx_waste", Scale.PERCENT, "lexical", 80.0);

    @Test
    void givesNoFigureThatTheRowsDontGive() {
        Figures figures = new ScoreState(WASTE).figures();
        assertThat(figures.mean()).isNull();
        assertThat(figures.quantiles()).isNull();
        assertThat(figures.passRate()).isNull();
        assertThat(figures.counts().coverage()).isNull();
        assertThat(figures.counts().total()).isZero();
    }

    @Test
    void oneRowHasAMeanButNoSpread() {
        ScoreState state = new ScoreState(WASTE);
        state.add(new Score.Scored(66.666667));
        assertThat(state.figures().moments()).isEqualTo(new Moments(66.666667, null, null));
        assertThat(state.figures().quantiles())
                .isEqualTo(new Quantiles(66.666667, 66.666667, 66.666667, 66.666667, 66.666667, 66.666667, 66.666667));
    }

    @Test
    void countsCoverageWithoutTheRowsThatNobodyCouldOrWouldAsk() {
        ScoreState state = new ScoreState(WASTE);
        state.add(new Score.Scored(80));
        state.add(new Score.Scored(50));
        state.add(new Score.Scored(100));
        state.add(Status.INVALID_INPUT);
        state.add(Status.NOT_APPLICABLE);
        state.add(Status.NOT_SAMPLED);
        Figures figures = state.figures();
        assertThat(figures.counts().total()).isEqualTo(6);
        assertThat(figures.counts().coverage()).isEqualTo(0.75);
        PassRate pass = Objects.requireNonNull(figures.pass());
        assertThat(pass.passed()).isEqualTo(2);
        assertThat(pass.rate()).isEqualTo(2.0 / 3);
        assertThat(pass.strict()).isEqualTo(0.5);
    }

    @Test
    void computesTheSampleStandardDeviation() {
        ScoreState state = new ScoreState(WASTE);
        for (double score : new double[] {2, 4, 4, 4, 5, 5, 7, 9}) {
            state.add(new Score.Scored(score));
        }
        Moments moments = Objects.requireNonNull(state.figures().moments());
        assertThat(moments.mean()).isEqualTo(5);
        assertThat(moments.sd()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-15));
        assertThat(moments.se()).isCloseTo(Math.sqrt(32.0 / 7 / 8), within(1e-15));
    }

    @Test
    void aRowPassesAtTheThresholdWithRoomForRounding() {
        assertThat(WASTE.passes(80)).isTrue();
        assertThat(WASTE.passes(80 - 1e-10)).isTrue();
        assertThat(WASTE.passes(79.999)).isFalse();
        MetricRule lower = new MetricRule("exact_dup_ratio", Scale.SHARE_LOWER, null, 0.1);
        assertThat(lower.passes(0.1 + 1e-10)).isTrue();
        assertThat(lower.passes(0.11)).isFalse();
        assertThat(new MetricRule("support", Scale.SHARE, null, null).passes(1)).isFalse();
        assertThat(WASTE.strict().passes(99.9)).isFalse();
        assertThat(WASTE.strict().passes(100)).isTrue();
    }

    @Test
    void metricsWithoutARowThresholdHaveNoPassRate() {
        ScoreState state = new ScoreState(new MetricRule("support", Scale.SHARE, null, null));
        state.add(new Score.Scored(1));
        assertThat(state.figures().pass()).isNull();
    }

    @Test
    void nearestRankTakesTheCeilingOfTheRank() {
        ScoreState state = new ScoreState(WASTE);
        for (int i = 1; i <= 70; i++) {
            state.add(new Score.Scored(i));
        }
        Quantiles quantiles = Objects.requireNonNull(state.figures().quantiles());
        assertThat(quantiles.p10()).isEqualTo(7);
        assertThat(quantiles.p25()).isEqualTo(18);
        assertThat(quantiles.p50()).isEqualTo(35);
        assertThat(quantiles.p90()).isEqualTo(63);
    }

    @Test
    void stepsAreRoundedHalfUpFromTheDecimalScore() {
        Bins bins = Bins.of(Scale.PERCENT);
        assertThat(bins.of(33.335)).isEqualTo(3334);
        assertThat(bins.of(33.334999)).isEqualTo(3333);
        assertThat(bins.of(0)).isZero();
        assertThat(bins.of(100)).isEqualTo(10_000);
        assertThat(bins.valueOf(8333)).isEqualTo(83.33);
    }

    @Test
    void aCountHasItsOwnBinBelow256() {
        Bins bins = Bins.of(Scale.COUNT_LOWER);
        for (int count = 0; count < 256; count++) {
            assertThat(bins.valueOf(bins.of(count))).isEqualTo(count);
        }
        assertThat(bins.of(Long.MAX_VALUE)).isEqualTo(bins.size() - 1);
        assertThat(bins.valueOf(bins.of(1001))).isEqualTo(1000);
    }

    @Test
    void refusesAScoreOffTheScaleAndARowWithoutAReason() {
        ScoreState state = new ScoreState(WASTE);
        assertThatThrownBy(() -> state.add(100.1, true)).hasMessageContaining("not on the scale");
        assertThatThrownBy(() -> state.add(-0.1, true)).hasMessageContaining("not on the scale");
        assertThatThrownBy(() -> state.add(Status.OK)).isInstanceOf(IllegalArgumentException.class);
        assertThat(state.figures().counts().total()).isZero();
    }

    @Test
    void statesOfDifferentRulesDontAddUp() {
        ScoreState state = new ScoreState(WASTE);
        ScoreState strict = new ScoreState(WASTE.strict());
        assertThatThrownBy(() -> state.merge(strict)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sumsDontOverflow() {
        ExactSum sum = new ExactSum();
        BigInteger plain = BigInteger.ZERO;
        for (int i = 0; i < 100; i++) {
            sum.addSquare(Long.MIN_VALUE);
            sum.add(Long.MIN_VALUE);
            BigInteger least = BigInteger.valueOf(Long.MIN_VALUE);
            plain = plain.add(least.multiply(least)).add(least);
        }
        ExactSum merged = new ExactSum();
        merged.merge(sum);
        merged.merge(sum);
        assertThat(sum.total()).isEqualTo(plain);
        assertThat(merged.total()).isEqualTo(plain.shiftLeft(1));
    }

    @Test
    void addsCountsBeyondTheFastArithmetic() {
        ScoreState state = new ScoreState(new MetricRule("ctx_tokens", Scale.COUNT_LOWER, null, null));
        state.add(1e12, false);
        state.add(1e12 + 2, false);
        Moments moments = Objects.requireNonNull(state.figures().moments());
        assertThat(moments.mean()).isEqualTo(1e12 + 1);
        assertThat(moments.sd()).isCloseTo(Math.sqrt(2), within(1e-12));
    }

    @Test
    void survivesSerialization() throws Exception {
        ScoreState state = new ScoreState(WASTE);
        for (int i = 0; i <= 10_000; i++) {
            state.add(new Score.Scored(i / 100.0));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(state);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            ScoreState copy = (ScoreState) in.readObject();
            copy.merge(state);
            assertThat(copy.figures().mean()).isEqualTo(50);
            assertThat(copy.figures().counts().ok()).isEqualTo(20_002);
        }
    }
}
