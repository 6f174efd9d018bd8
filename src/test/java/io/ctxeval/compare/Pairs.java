package io.ctxeval.compare;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Pairs of rows for tests. */
final class Pairs {
    static final MetricRule WASTE = new MetricRule("ctx_waste", Scale.PERCENT, "given", 80.0);

    private Pairs() {}

    static MetricRule rule(String name) {
        return new MetricRule(name, Scale.PERCENT, null, 80.0);
    }

    static ComparisonRules rules(MetricRule... metrics) {
        return new ComparisonRules(List.of(metrics), List.of(), false, 1000, 7);
    }

    static ComparisonRules clustered(int replicates, MetricRule... metrics) {
        return new ComparisonRules(List.of(metrics), List.of(), true, replicates, 7);
    }

    /** A row with these scores; NaN stands for a judge's failure. */
    static ScoreRow row(double... scores) {
        ScoreRow row = new ScoreRow(scores.length);
        for (int i = 0; i < scores.length; i++) {
            if (Double.isNaN(scores[i])) {
                row.set(i, Status.JUDGE_INVALID);
            } else {
                row.set(i, scores[i]);
            }
        }
        return row;
    }

    /** Pairs of scores on 0..100 whose differences are these, in hundredths of a point. */
    static ComparisonState ofCentis(ComparisonRules rules, Iterable<Integer> deltas) {
        ComparisonState state = new ComparisonState(rules);
        int id = 0;
        for (int delta : deltas) {
            double base = delta > 0 ? 5 : 95;
            state.pair(Map.of(), "c" + id++, row(base), row((base * 100 + delta) / 100));
        }
        return state;
    }

    static Comparison outcome(ComparisonState state, ComparisonSettings settings) {
        return state.outcome("v1", "v2", settings, List.of(), false, List.of());
    }

    static MetricComparison metric(ComparisonState state) {
        return outcome(state, ComparisonSettings.GATED).metrics().get(0);
    }

    static List<Integer> repeat(int delta, int times) {
        return new ArrayList<>(Collections.nCopies(times, delta));
    }

    static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    /** Differences with many ties and zeros, in hundredths of a point. */
    static List<Integer> random(SplittableRandom random, int n, int spread) {
        List<Integer> deltas = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            deltas.add(random.nextInt(3) == 0 ? 0 : random.nextInt(-spread, spread + 1));
        }
        return deltas;
    }
}
