package io.ctxeval.compare;

import static io.ctxeval.compare.Pairs.present;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static MetricComparison of(List<Integer> centis) {
        return Pairs.metric(Pairs.ofCentis(Pairs.rules(Pairs.WASTE), centis));
    }

    private static List<Integer> mixed(int first, int times, int second, int timesToo) {
        List<Integer> deltas = Pairs.repeat(first, times);
        deltas.addAll(Pairs.repeat(second, timesToo));
        return deltas;
    }

    private static List<Caution.Kind> cautions(MetricComparison metric) {
        return metric.cautions().stream().map(Caution::kind).toList();
    }

    /** A metric on which every base row has the first score and every candidate row the second. */
    private static MetricComparison steady(MetricRule rule, double base, double candidate, int pairs) {
        ComparisonState state = new ComparisonState(Pairs.rules(rule));
        for (int i = 0; i < pairs; i++) {
            state.pair(Map.of(), null, Pairs.row(base), Pairs.row(candidate));
        }
        return Pairs.metric(state);
    }

    @Test
    void withoutPairsThereAreCountsAndNoFigures() {
        MetricComparison none = Pairs.metric(new ComparisonState(Pairs.rules(Pairs.WASTE)));
        assertThat(none.delta())
                .isEqualTo(new DeltaFigures(
                        0, 0, 0, 0, null, null, null, null, null, null, null, null, null, null, null, null, null));
        assertThat(none.passes()).isEqualTo(new PassFigures(0, 0, 0, 0, null));
        assertThat(none.pAdjusted()).isNull();
        assertThat(none.verdict()).isEqualTo(Verdict.TOO_SMALL);
        assertThat(none.passVerdict()).isEqualTo(Verdict.TOO_SMALL);
        assertThat(none.gate()).isEqualTo(GateOutcome.OFF);
        assertThat(none.gateReason()).contains("no row of the base");
        assertThat(none.cautions()).isEmpty();
    }

    @Test
    void onePairHasAMeanAndNoSpread() {
        DeltaFigures one = of(List.of(250)).delta();
        assertThat(one.mean()).isEqualTo(2.5);
        assertThat(one.median()).isEqualTo(2.5);
        assertThat(one.sd()).isNull();
        assertThat(one.detectable()).isNull();
        assertThat(one.interval()).isEqualTo(new Interval(2.5, 2.5));
        assertThat(one.wPlus()).isEqualTo(1.0);
        assertThat(one.pWilcoxon()).isEqualTo(1.0);
        assertThat(one.pSign()).isEqualTo(1.0);
        assertThat(one.rankBiserial()).isEqualTo(1.0);
    }

    @Test
    void equalScoresAreNoDifferenceAndNoTest() {
        MetricComparison equal = of(Pairs.repeat(0, 100));
        assertThat(equal.delta().mean()).isEqualTo(0.0);
        assertThat(equal.delta().zero()).isEqualTo(100);
        assertThat(equal.delta().pWilcoxon()).isNull();
        assertThat(equal.delta().pSign()).isNull();
        assertThat(equal.delta().rankBiserial()).isNull();
        assertThat(equal.delta().wPlus()).isEqualTo(0.0);
        assertThat(equal.delta().interval()).isEqualTo(new Interval(0, 0));
        assertThat(present(equal.passes()).pMcnemar()).isEqualTo(1.0);
        assertThat(equal.verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(equal.gate()).isEqualTo(GateOutcome.PASSED);
    }

    @Test
    void rankBiserialWeighsRanks() {
        // |d| = 1, 2, 3 with the largest negative: W+ = 1 + 2, W- = 3.
        assertThat(of(List.of(1, 2, -3)).delta().rankBiserial()).isEqualTo(0.0);
        // Two zeros take ranks 1 and 2: W+ = 3 + 4, W- = 5.
        assertThat(of(List.of(0, 0, 1, 2, -3)).delta().wPlus()).isEqualTo(7.0);
        assertThat(of(List.of(0, 0, 1, 2, -3)).delta().rankBiserial()).isCloseTo(2.0 / 12, within(1e-15));
    }

    @Test
    void aClearFallIsARegressionAndFailsTheGate() {
        MetricComparison fell = of(mixed(-500, 60, 100, 20));
        assertThat(fell.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(fell.gate()).isEqualTo(GateOutcome.FAILED);
        assertThat(fell.gateReason()).contains("lies beyond the margin of 1");
    }

    @Test
    void aClearRiseIsAnImprovement() {
        MetricComparison rose = of(mixed(500, 60, -100, 20));
        assertThat(rose.verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(rose.gate()).isEqualTo(GateOutcome.PASSED);
    }

    @Test
    void aSignificantFallInsideTheMarginPassesTheGate() {
        MetricComparison fell = of(Pairs.repeat(-50, 100));
        assertThat(fell.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(fell.gate()).isEqualTo(GateOutcome.PASSED);
    }

    @Test
    void aFallBeyondTheMarginWithoutEvidencePassesTheGate() {
        MetricComparison unsure = of(mixed(-3000, 21, 3000, 20));
        assertThat(unsure.verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(present(unsure.delta().interval()).low()).isLessThan(-1);
        assertThat(unsure.gate()).isEqualTo(GateOutcome.PASSED);
        assertThat(cautions(unsure)).contains(Caution.Kind.INSENSITIVE);
    }

    @Test
    void fewerThanThirtyPairsAreTooFew() {
        assertThat(of(Pairs.repeat(-2000, 29)).verdict()).isEqualTo(Verdict.TOO_SMALL);
        assertThat(of(Pairs.repeat(-2000, 29)).gate()).isEqualTo(GateOutcome.TOO_SMALL);
        assertThat(of(Pairs.repeat(-2000, 30)).verdict()).isEqualTo(Verdict.REGRESSED);
    }

    /** A base of 40 rows and so many partners, none of which fell. */
    private static ComparisonState partners(int partners, ComparisonRules rules) {
        ComparisonState state = new ComparisonState(rules);
        for (int i = 0; i < 40; i++) {
            if (i < partners) {
                state.pair(Map.of(), null, Pairs.row(90), Pairs.row(90));
            } else {
                state.only(Side.BASE, Map.of(), Pairs.row(90));
            }
        }
        return state;
    }

    @Test
    void rowsThatTheCandidateLostLeaveTheGateUntold() {
        Comparison one = Pairs.outcome(partners(1, Pairs.rules(Pairs.WASTE)), ComparisonSettings.GATED);
        MetricComparison few = Pairs.metric(partners(35, Pairs.rules(Pairs.WASTE)));
        MetricComparison enough = Pairs.metric(partners(36, Pairs.rules(Pairs.WASTE)));

        assertThat(one.untold()).hasSize(1);
        assertThat(one.metrics().get(0).gateReason())
                .startsWith("1 pair of 40 rows of the base (2.5 %); at least 90 %")
                .contains("39 have no single partner in the candidate")
                .endsWith("the mean difference is 0 points");
        assertThat(few.gate()).isEqualTo(GateOutcome.UNTOLD);
        assertThat(enough.gate()).isEqualTo(GateOutcome.PASSED);
        ComparisonSettings lower = new ComparisonSettings(1, 0.05, true, 0.8, Set.of());
        assertThat(Pairs.outcome(partners(35, Pairs.rules(Pairs.WASTE)), lower).untold())
                .isEmpty();
    }

    @Test
    void scoresThatOneSideLostLeaveTheGateUntoldAlsoWhereThirtyPairsAreLeft() {
        for (Side lost : Side.values()) {
            ComparisonState state = new ComparisonState(Pairs.rules(Pairs.WASTE));
            for (int i = 0; i < 100; i++) {
                double score = i < 60 ? 90 : Double.NaN;
                state.pair(
                        Map.of(),
                        null,
                        Pairs.row(lost == Side.BASE ? score : 90),
                        Pairs.row(lost == Side.CANDIDATE ? score : 90));
            }
            assertThat(Pairs.metric(state).gate()).isEqualTo(GateOutcome.UNTOLD);
            assertThat(Pairs.metric(state).gateReason()).contains("40 have a score on one side only");
        }
    }

    @Test
    void newRowsOfTheCandidateAndRowsThatNobodySampledAreNoLoss() {
        ComparisonState state = partners(40, Pairs.rules(Pairs.WASTE));
        ScoreRow unsampled = new ScoreRow(1);
        unsampled.set(0, Status.NOT_SAMPLED);
        for (int i = 0; i < 400; i++) {
            state.only(Side.CANDIDATE, Map.of(), Pairs.row(90));
            state.pair(Map.of(), null, Pairs.row(90), unsampled);
            state.pair(Map.of(), null, Pairs.row(Double.NaN), Pairs.row(Double.NaN));
        }
        assertThat(Pairs.metric(state).gate()).isEqualTo(GateOutcome.PASSED);
    }

    @Test
    void aFallOfFewPairsIsNoPassAndIsSaid() {
        Comparison fell = Pairs.outcome(
                Pairs.ofCentis(Pairs.rules(Pairs.WASTE), Pairs.repeat(-6667, 12)), ComparisonSettings.GATED);
        assertThat(fell.gateFails()).isFalse();
        assertThat(fell.untold()).extracting(MetricComparison::gate).containsExactly(GateOutcome.TOO_SMALL);
        assertThat(fell.metrics().get(0).gateReason())
                .isEqualTo(
                        "12 pairs; a verdict needs at least 30; over what there is the mean difference is -66.67 points");
    }

    @Test
    void onlyTheMetricsThatAreNamedAreGated() {
        MetricRule other = Pairs.rule("other");
        ComparisonState state = new ComparisonState(Pairs.rules(Pairs.WASTE, other));
        for (int i = 0; i < 40; i++) {
            state.pair(Map.of(), null, Pairs.row(90, 90), Pairs.row(90, 20));
        }
        ComparisonSettings waste = new ComparisonSettings(1, 0.05, true, 0.9, Set.of("ctx_waste"));
        assertThat(Pairs.outcome(state, waste).gateFails()).isFalse();
        assertThat(Pairs.outcome(state, ComparisonSettings.GATED).gateFails()).isTrue();
    }

    @Test
    void theGateIsOffUnlessABaseIsNamed() {
        ComparisonState state = Pairs.ofCentis(Pairs.rules(Pairs.WASTE), Pairs.repeat(-2000, 100));
        Comparison ungated = Pairs.outcome(state, ComparisonSettings.UNGATED);
        assertThat(ungated.metrics().get(0).gate()).isEqualTo(GateOutcome.OFF);
        assertThat(ungated.gateFails()).isFalse();
        assertThat(Pairs.outcome(state, ComparisonSettings.GATED).gateFails()).isTrue();
    }

    @Test
    void whereLowerIsBetterARiseIsARegression() {
        MetricRule copies = new MetricRule("exact_dup_ratio", Scale.SHARE_LOWER, null, null);
        MetricComparison rose = steady(copies, 0.25, 0.5, 40);
        assertThat(rose.delta().mean()).isEqualTo(25.0);
        assertThat(rose.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(rose.gate()).isEqualTo(GateOutcome.FAILED);
        assertThat(rose.gateReason()).contains("25 points");
        assertThat(steady(copies, 0.5, 0.25, 40).verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(steady(copies, 0.5, 0.25, 40).gate()).isEqualTo(GateOutcome.PASSED);
    }

    @Test
    void aPointIsAHundredthOfTheScale() {
        MetricComparison handoff = steady(new MetricRule("handoff", Scale.TEN, null, 8.0), 8, 7.5, 40);
        assertThat(handoff.delta().mean()).isEqualTo(-5.0);
        assertThat(handoff.delta().baseMean()).isEqualTo(8.0);
        assertThat(handoff.delta().candidateMean()).isEqualTo(7.5);
    }

    @Test
    void countsAreComparedInTheirOwnUnitsAndNotGated() {
        MetricRule tokens = new MetricRule("ctx_tokens", Scale.COUNT_LOWER, null, null);
        ComparisonState state = new ComparisonState(Pairs.rules(tokens));
        for (int i = 0; i < 60; i++) {
            state.pair(Map.of(), null, Pairs.row(1000 + i), Pairs.row(1000 + i - (i % 4 == 0 ? -130 : 401)));
        }
        MetricComparison fewer = Pairs.metric(state);
        double mean = (15 * 130 - 45 * 401) / 60.0;
        assertThat(fewer.delta().mean()).isCloseTo(mean, within(1e-9));
        assertThat(fewer.delta().median()).isCloseTo(-401, within(0.004 * 401));
        assertThat(present(fewer.delta().interval()).low()).isBetween(-401.0, mean);
        assertThat(present(fewer.delta().interval()).high()).isBetween(mean, 0.0);
        assertThat(fewer.verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(fewer.gate()).isEqualTo(GateOutcome.OFF);
        assertThat(fewer.gateReason()).isNotNull();
        assertThat(cautions(fewer)).isEmpty();
    }

    @Test
    void smallCountsHaveExactFigures() {
        MetricRule tokens = new MetricRule("ctx_tokens", Scale.COUNT_LOWER, null, null);
        ComparisonState state = new ComparisonState(Pairs.rules(tokens));
        List<Integer> deltas = List.of(3, -1, 2, 0, 5, -4, 1, 1);
        deltas.forEach(delta -> state.pair(Map.of(), null, Pairs.row(50), Pairs.row(50 + delta)));
        DeltaFigures found = Pairs.metric(state).delta();
        DeltaFigures asPoints = of(deltas).delta();
        assertThat(found.wPlus()).isEqualTo(asPoints.wPlus());
        assertThat(found.pWilcoxon()).isEqualTo(asPoints.pWilcoxon());
        assertThat(found.mean()).isCloseTo(7.0 / 8, within(1e-12));
    }

    @Test
    void aMeanAgainstTheRanksIsNoEvidence() {
        MetricComparison torn = of(mixed(100, 90, -9000, 10));
        assertThat(torn.delta().mean()).isNegative();
        assertThat(torn.delta().rankBiserial()).isPositive();
        assertThat(torn.verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(cautions(torn)).contains(Caution.Kind.MEAN_AGAINST_RANKS);
        // The mean itself fell far beyond the margin, and there is a significant difference.
        assertThat(torn.gate()).isEqualTo(GateOutcome.FAILED);
    }

    @Test
    void passingHasAVerdictOfItsOwn() {
        ComparisonState state = new ComparisonState(Pairs.rules(Pairs.WASTE));
        for (int i = 0; i < 40; i++) {
            state.pair(Map.of(), null, Pairs.row(79), Pairs.row(i < 9 ? 80 : 79));
        }
        MetricComparison metric = Pairs.metric(state);
        assertThat(metric.passes()).isEqualTo(new PassFigures(0, 0, 9, 31, 2 / 512.0));
        assertThat(metric.passVerdict()).isEqualTo(Verdict.IMPROVED);
        PassFigures five = PassFigures.of(30, 0, 5, 30);
        assertThat(Verdicts.onPasses(five, five.pMcnemar(), ComparisonSettings.UNGATED))
                .isEqualTo(Verdict.TOO_SMALL);
        PassFigures six = PassFigures.of(30, 6, 0, 30);
        assertThat(Verdicts.onPasses(six, six.pMcnemar(), ComparisonSettings.UNGATED))
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void holmIsOverTheMetricsOfAComparison() {
        ComparisonState state = new ComparisonState(Pairs.rules(Pairs.rule("a"), Pairs.rule("b"), Pairs.rule("c")));
        for (int i = 0; i < 40; i++) {
            state.pair(Map.of(), null, Pairs.row(50, 50, 50), Pairs.row(50, i < 26 ? 51 : 49, i % 3 == 0 ? 60 : 49));
        }
        Comparison outcome = Pairs.outcome(state, ComparisonSettings.UNGATED);
        assertThat(outcome.metric("a").orElseThrow().pAdjusted()).isNull();
        MetricComparison b = outcome.metric("b").orElseThrow();
        MetricComparison c = outcome.metric("c").orElseThrow();
        double smaller =
                Math.min(present(b.delta().pWilcoxon()), present(c.delta().pWilcoxon()));
        double larger =
                Math.max(present(b.delta().pWilcoxon()), present(c.delta().pWilcoxon()));
        assertThat(List.of(b.pAdjusted(), c.pAdjusted()))
                .containsExactlyInAnyOrder(Math.min(1, 2 * smaller), Math.max(larger, Math.min(1, 2 * smaller)));
    }

    @Test
    void slicesOfOneMetricAreOneFamily() {
        ComparisonRules rules = new ComparisonRules(List.of(Pairs.WASTE), List.of("lang"), false, 400, 1);
        ComparisonState state = new ComparisonState(rules);
        for (int i = 0; i < 120; i++) {
            String lang = List.of("de", "fr").get(i % 2);
            state.pair(Map.of("lang", lang), null, Pairs.row(50), Pairs.row(i % 2 == 0 || i % 5 == 0 ? 60 : 45));
        }
        List<MetricComparison> metrics = state.outcome(
                        "v1", "v2", ComparisonSettings.GATED, List.of(), false, List.of(List.of("lang")))
                .metrics();
        assertThat(metrics).extracting(metric -> metric.group().text()).containsExactly("all", "lang=de", "lang=fr");
        double p = present(metrics.get(1).delta().pWilcoxon());
        double q = present(metrics.get(2).delta().pWilcoxon());
        assertThat(metrics.get(1).pAdjusted()).isEqualTo(Math.min(Math.max(p, q), 2 * Math.min(p, q)));
        assertThat(metrics.get(1).gate()).isEqualTo(GateOutcome.OFF);
        assertThat(metrics.get(1).verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(metrics.get(2).verdict()).isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void failuresAndMissingPartnersAreToldWithTheirNumbers() {
        ComparisonState state = new ComparisonState(Pairs.rules(Pairs.WASTE));
        for (int i = 0; i < 80; i++) {
            state.pair(Map.of(), null, Pairs.row(50), Pairs.row(50 + i % 7));
        }
        for (int i = 0; i < 3; i++) {
            state.pair(Map.of(), null, Pairs.row(50), Pairs.row(Double.NaN));
        }
        for (int i = 0; i < 17; i++) {
            state.only(Side.BASE, Map.of(), Pairs.row(50));
            state.only(Side.CANDIDATE, Map.of(), Pairs.row(50));
        }
        MetricComparison metric = Pairs.metric(state);
        assertThat(metric.candidate().of(Status.JUDGE_INVALID)).isEqualTo(3);
        assertThat(metric.rows()).isEqualTo(new RowCounts(83, 17, 17, 0, 0, 0, 0));
        assertThat(cautions(metric)).contains(Caution.Kind.FAILURE_RATES_DIFFER, Caution.Kind.FEW_PAIRS);
        assertThat(metric.cautions().get(0).sentence()).contains("3 %");
        assertThat(metric.cautions().get(1).sentence()).contains("80 pairs of 100 rows");
    }

    @Test
    void exactlyTwoPointsApartAndNineTenthsPairedAreNoCaution() {
        ComparisonState state = new ComparisonState(Pairs.rules(Pairs.WASTE));
        for (int i = 0; i < 90; i++) {
            state.pair(Map.of(), null, Pairs.row(50), Pairs.row(50));
        }
        for (int i = 0; i < 10; i++) {
            state.only(Side.BASE, Map.of(), Pairs.row(50));
            state.only(Side.CANDIDATE, Map.of(), Pairs.row(i < 2 ? Double.NaN : 50));
        }
        assertThat(cautions(Pairs.metric(state))).isEmpty();
    }

    @Test
    void moreThanOneInAHundredRepeatedIdsAreRefused() {
        ComparisonState state = Pairs.ofCentis(Pairs.rules(Pairs.WASTE), Pairs.repeat(100, 198));
        state.sameQuestion(Side.BASE, Map.of(), Pairs.row(50));
        state.sameQuestion(Side.BASE, Map.of(), Pairs.row(50));
        state.repeated(Side.CANDIDATE, Map.of(), Pairs.row(50));
        state.repeated(Side.CANDIDATE, Map.of(), Pairs.row(50));
        assertThat(Pairs.outcome(state, ComparisonSettings.GATED).refused()).isFalse();
        state.repeated(Side.CANDIDATE, Map.of(), Pairs.row(50));
        Comparison refused = state.outcome("v1", "v2", ComparisonSettings.GATED, List.of(), true, List.of());
        assertThat(refused.refused()).isTrue();
        assertThat(refused.metrics()).isEmpty();
        assertThat(refused.refusals()).containsExactly(new Refusal.RepeatedIds(Side.CANDIDATE, 3, 201));
        assertThat(refused.refusals().get(0).sentence()).startsWith("candidate: 3 of 201 rows (1.5 %)");
    }

    @Test
    void scoresMadeDifferentlyAreRefusedUnlessOverridden() {
        Map<Trait, String> before = new EnumMap<>(Map.of(Trait.METRIC_VERSION, "1", Trait.JUDGE_MODEL, "m-large"));
        Map<Trait, String> after = new EnumMap<>(Map.of(Trait.METRIC_VERSION, "1", Trait.VOTES, "3"));
        List<Refusal> differences = Refusal.of("ctx_waste", before, after);
        assertThat(differences)
                .containsExactly(
                        new Refusal.DifferentTrait("ctx_waste", Trait.JUDGE_MODEL, "m-large", "none"),
                        new Refusal.DifferentTrait("ctx_waste", Trait.VOTES, "none", "3"));
        assertThat(differences.get(0).sentence())
                .isEqualTo("ctx_waste: the judge model differs: base m-large, candidate none");
        ComparisonState state = Pairs.ofCentis(Pairs.rules(Pairs.WASTE), Pairs.repeat(100, 40));
        assertThat(state.outcome("a", "b", ComparisonSettings.GATED, differences, false, List.of())
                        .refused())
                .isTrue();
        Comparison overridden = state.outcome("a", "b", ComparisonSettings.GATED, differences, true, List.of());
        assertThat(overridden.refused()).isFalse();
        assertThat(overridden.refusals()).isEqualTo(differences);
        assertThat(overridden.metrics()).hasSize(1);
    }

    @Test
    void clustersThatDoNotBearOutTheTestsAreToldOf() {
        ComparisonState state = new ComparisonState(Pairs.clustered(2000, Pairs.WASTE));
        List<Integer> perCluster = List.of(300, 300, 300, -200, -200);
        for (int cluster = 0; cluster < perCluster.size(); cluster++) {
            for (int i = 0; i < 30; i++) {
                double change = (perCluster.get(cluster) + i) / 100.0;
                state.pair(Map.of(), "trace " + cluster, Pairs.row(50), Pairs.row(50 + change));
            }
        }
        MetricComparison metric = Pairs.metric(state);
        assertThat(metric.verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(cautions(metric)).contains(Caution.Kind.CLUSTERED_TESTS, Caution.Kind.FEW_CLUSTERS);
        assertThat(metric.delta().effectiveClusters()).isCloseTo(5, within(0.7));
    }

    @Test
    void whatIsAskedWronglyIsRefusedAtOnce() {
        ComparisonState state = new ComparisonState(Pairs.clustered(100, Pairs.WASTE));
        assertThatThrownBy(() -> state.pair(Map.of(), null, Pairs.row(1), Pairs.row(2)))
                .hasMessageContaining("cluster");
        assertThatThrownBy(() -> state.pair(Map.of(), "a", Pairs.row(1, 2), Pairs.row(2)))
                .hasMessageContaining("2 scores for 1 metrics");
        assertThatThrownBy(() -> state.pair(Map.of(), "a", Pairs.row(1), Pairs.row(101)))
                .hasMessageContaining("not on the scale");
        assertThatThrownBy(() -> state.merge(new ComparisonState(Pairs.rules(Pairs.WASTE))))
                .hasMessageContaining("different comparisons");
        assertThatThrownBy(() ->
                        state.outcome("a", "b", ComparisonSettings.GATED, List.of(), false, List.of(List.of("lang"))))
                .hasMessageContaining("lang");
        assertThatThrownBy(() -> new ComparisonSettings(-1, 0.05, false, 0.9, Set.of()))
                .hasMessageContaining("margin");
        assertThatThrownBy(() -> new ComparisonSettings(1, 1, false, 0.9, Set.of()))
                .hasMessageContaining("alpha");
        assertThatThrownBy(() -> new ComparisonSettings(1, 0.05, false, 1.1, Set.of()))
                .hasMessageContaining("coverage");
        assertThatThrownBy(() -> new ComparisonRules(new ArrayList<>(), List.of(), false, 39, 1))
                .hasMessageContaining("replicates");
        assertThatThrownBy(() -> new ScoreRow(1).set(0, Double.NaN)).hasMessageContaining("finite");
        assertThatThrownBy(() -> new ScoreRow(1).set(0, Status.OK)).hasMessageContaining("ok");
    }
}
