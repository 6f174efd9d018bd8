package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.Field;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricSelectionTest {
    private static final Set<Field> SAMPLES = Set.of(Field.INPUT, Field.OUTPUT, Field.CONTEXT);

    private static MetricSelection of(Set<Field> filled, String... asked) throws PlanRefused {
        return MetricSelection.of(MetricCatalog.standard(ScoringOptions.DEFAULTS), List.of(asked), true, filled);
    }

    @Test
    void leavesTheOverallScoreOutWhereNeitherOfItsPartsCanBeHad() throws PlanRefused {
        MetricSelection selection = of(SAMPLES);

        assertThat(selection.metrics())
                .extracting(Metric::id)
                .contains("ctx_waste")
                .doesNotContain("overall");
        assertThat(selection.leftOut())
                .containsKeys("handoff", "budget")
                .hasEntrySatisfying(
                        "overall",
                        reason -> assertThat(reason).startsWith("no input fills trace_events or budget_ledger in"));
    }

    @Test
    void metricsThatNobodyJudgesAreToldApartFromThoseWithoutData() throws PlanRefused {
        MetricCatalog catalog = MetricCatalog.standard(ScoringOptions.DEFAULTS);

        MetricSelection unjudged = MetricSelection.of(catalog, List.of(), false, SAMPLES);

        assertThat(unjudged.unjudged()).containsExactly("ctx_waste", "ctx_suff");
        assertThat(of(SAMPLES).unjudged()).isEmpty();
        assertThat(MetricSelection.of(catalog, List.of(), false, Set.of(Field.TRACE_EVENTS))
                        .unjudged())
                .isEmpty();
        assertThat(MetricSelection.of(catalog, List.of("ctx_waste_lex"), false, SAMPLES)
                        .unjudged())
                .isEmpty();
    }

    @Test
    void keepsTheOverallScoreWithEitherOfItsParts() throws PlanRefused {
        for (Field part : List.of(Field.TRACE_EVENTS, Field.BUDGET_LEDGER)) {
            assertThat(of(Set.of(part)).metrics()).extracting(Metric::id).contains("overall");
        }
    }

    @Test
    void refusesTheOverallScoreByNameWhereItCannotBeHad() {
        assertThatThrownBy(() -> of(SAMPLES, "overall"))
                .isInstanceOf(PlanRefused.class)
                .hasMessageStartingWith(
                        "metrics: overall can't be computed: no input fills trace_events or budget_ledger");
    }
}
