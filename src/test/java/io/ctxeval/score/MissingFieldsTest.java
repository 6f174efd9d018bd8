package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MissingFieldsTest {
    private static final MetricCatalog CATALOG = MetricCatalog.standard(ScoringOptions.DEFAULTS);

    @Test
    void namesTheMetricsThatEachMissingFieldKeepsAway() {
        MissingFields missing = MissingFields.of(
                CATALOG, List.of("ctx_waste", "ctx_suff", "overall"), Set.of(Field.INPUT, Field.CONTEXT));
        assertThat(missing.sentences())
                .containsExactlyInAnyOrder(
                        "no output: ctx_waste is left out", "no trace_events or budget_ledger: overall is left out");
        assertThat(missing.ids()).containsExactlyInAnyOrder("ctx_waste", "overall");
    }

    @Test
    void saysNothingWhereAllFieldsAreThere() {
        assertThat(MissingFields.of(CATALOG, List.of(), EnumSet.allOf(Field.class))
                        .sentences())
                .isEmpty();
    }
}
