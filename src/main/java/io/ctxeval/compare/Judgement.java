package io.ctxeval.compare;

import io.ctxeval.summary.GroupKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Holds the figures of a comparison against each other and against its settings (metrics.md 7.4, 7.5). */
final class Judgement {
    private final ComparisonState state;
    private final ComparisonRules rules;
    private final ComparisonSettings settings;

    Judgement(ComparisonState state, ComparisonSettings settings) {
        this.state = state;
        this.rules = state.rules();
        this.settings = settings;
    }

    Comparison comparison(
            String base, String candidate, List<Refusal> differences, boolean override, List<List<String>> groupings) {
        SortedMap<GroupKey, GroupPairs> whole = state.by(List.of());
        List<Refusal> refusals = new ArrayList<>(repeats(whole.get(GroupKey.WHOLE)));
        refusals.addAll(differences);
        List<MetricComparison> metrics = new ArrayList<>();
        if (refusals.stream().allMatch(refusal -> override && refusal.overridable())) {
            metrics.addAll(judged(tested(whole), Adjustment::holm));
            metrics.addAll(slices(groupings));
        }
        return new Comparison(base, candidate, rules.clustered(), refusals, metrics);
    }

    private static List<Refusal> repeats(@Nullable GroupPairs whole) {
        List<Refusal> refusals = new ArrayList<>();
        if (whole != null) {
            RowCounts rows = whole.rows();
            for (Side side : Side.values()) {
                if (rows.repeated(side) > Refusal.MOST_REPEATED * rows.of(side)) {
                    refusals.add(new Refusal.RepeatedIds(side, rows.repeated(side), rows.of(side)));
                }
            }
        }
        return refusals;
    }

    /** The slices of all groupings; those of one metric are one family of tests. */
    private List<MetricComparison> slices(List<List<String>> groupings) {
        List<Tested> tested = new ArrayList<>();
        for (List<String> grouping : new LinkedHashSet<>(groupings)) {
            if (!grouping.isEmpty()) {
                tested.addAll(tested(state.by(grouping)));
            }
        }
        int metrics = rules.metrics().size();
        List<List<MetricComparison>> byMetric = new ArrayList<>();
        for (int metric = 0; metric < metrics; metric++) {
            byMetric.add(judged(everyOther(tested, metric, metrics), Adjustment::benjaminiHochberg));
        }
        List<MetricComparison> inOrder = new ArrayList<>();
        for (int i = 0; i < tested.size(); i++) {
            inOrder.add(byMetric.get(i % metrics).get(i / metrics));
        }
        return inOrder;
    }

    private static List<Tested> everyOther(List<Tested> all, int first, int step) {
        List<Tested> some = new ArrayList<>();
        for (int i = first; i < all.size(); i += step) {
            some.add(all.get(i));
        }
        return some;
    }

    /** Group by group, in each the metrics in their order. */
    private List<Tested> tested(SortedMap<GroupKey, GroupPairs> groups) {
        List<Tested> tested = new ArrayList<>();
        groups.forEach((key, pairs) -> {
            pairs.expand();
            for (int metric = 0; metric < rules.metrics().size(); metric++) {
                tested.add(Tested.of(key, pairs, metric, rules));
            }
        });
        return tested;
    }

    private List<MetricComparison> judged(List<Tested> family, UnaryOperator<List<@Nullable Double>> adjustment) {
        List<@Nullable Double> scores =
                adjustment.apply(values(family, tested -> tested.delta().pWilcoxon()));
        List<@Nullable Double> passes = adjustment.apply(values(family, Tested::pMcnemar));
        List<MetricComparison> judged = new ArrayList<>();
        for (int i = 0; i < family.size(); i++) {
            judged.add(judged(family.get(i), scores.get(i), passes.get(i)));
        }
        return judged;
    }

    private MetricComparison judged(Tested tested, @Nullable Double pAdjusted, @Nullable Double pPassAdjusted) {
        Verdict verdict = Verdicts.onScores(tested, pAdjusted, settings);
        RegressionGate.Finding gate = RegressionGate.check(tested, pAdjusted, verdict, settings);
        return new MetricComparison(
                tested.group(),
                tested.rule(),
                tested.rows(),
                tested.base(),
                tested.candidate(),
                tested.delta(),
                tested.passes(),
                pAdjusted,
                pPassAdjusted,
                verdict,
                tested.passes() == null ? null : Verdicts.onPasses(tested.passes(), pPassAdjusted, settings),
                gate.outcome(),
                gate.reason(),
                Cautions.of(tested, pAdjusted, verdict, settings));
    }

    private static List<@Nullable Double> values(List<Tested> family, Function<Tested, @Nullable Double> value) {
        List<@Nullable Double> values = new ArrayList<>();
        family.forEach(tested -> values.add(value.apply(tested)));
        return Collections.unmodifiableList(values);
    }
}
