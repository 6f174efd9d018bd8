package io.ctxeval.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
    private static Comparison comparison() {
        ComparisonRules rules = new ComparisonRules(
                List.of(Pairs.WASTE, Pairs.rule("other")), List.of("lang", "metric"), false, 400, 1);
        ComparisonState state = new ComparisonState(rules);
        for (int i = 0; i < 40; i++) {
            state.pair(
                    Map.of("lang", i < 10 ? "de" : "fr"), null, Pairs.row(50, 10), Pairs.row(53, i % 2 == 0 ? 9 : 12));
        }
        return state.outcome("v1", "v2", ComparisonSettings.GATED, List.of(), false, List.of(List.of("lang")));
    }

    @Test
    void theColumnsAreFixed() {
        assertThat(ComparisonTable.schema(List.of("lang", "metric")).columns().stream()
                        .map(column -> column.name() + ":" + (column.type() instanceof Scalar scalar ? scalar : "LIST"))
                        .toList())
                .containsExactly(
                        ("group:TEXT lang:TEXT metric_group:TEXT base:TEXT candidate:TEXT metric:TEXT judge:TEXT unit:TEXT"
                                        + " point:REAL higher_is_better:FLAG n_base:WHOLE n_candidate:WHOLE n_pairs:WHOLE"
                                        + " n_both:WHOLE n_only_base:WHOLE n_only_candidate:WHOLE n_repeated_base:WHOLE"
                                        + " n_repeated_candidate:WHOLE n_same_question_base:WHOLE"
                                        + " n_same_question_candidate:WHOLE n_failed_base:WHOLE n_failed_candidate:WHOLE"
                                        + " base_ok:WHOLE base_not_applicable:WHOLE base_not_sampled:WHOLE"
                                        + " base_invalid_input:WHOLE base_judge_unparseable:WHOLE"
                                        + " base_judge_truncated:WHOLE base_judge_invalid:WHOLE base_judge_refused:WHOLE"
                                        + " base_judge_unavailable:WHOLE base_context_too_long:WHOLE"
                                        + " base_budget_exceeded:WHOLE candidate_ok:WHOLE candidate_not_applicable:WHOLE"
                                        + " candidate_not_sampled:WHOLE candidate_invalid_input:WHOLE"
                                        + " candidate_judge_unparseable:WHOLE candidate_judge_truncated:WHOLE"
                                        + " candidate_judge_invalid:WHOLE candidate_judge_refused:WHOLE"
                                        + " candidate_judge_unavailable:WHOLE candidate_context_too_long:WHOLE"
                                        + " candidate_budget_exceeded:WHOLE base_mean:REAL candidate_mean:REAL mean:REAL"
                                        + " sd:REAL median:REAL mean_abs:REAL ci_low:REAL ci_high:REAL"
                                        + " effective_clusters:REAL smallest_detectable:REAL n_neg:WHOLE n_zero:WHOLE"
                                        + " n_pos:WHOLE w_plus:REAL rank_biserial:REAL p_wilcoxon_pratt_cc:REAL holm:REAL"
                                        + " bh:REAL p_sign:REAL row_threshold:REAL n_pass_both:WHOLE"
                                        + " n_pass_only_base:WHOLE n_pass_only_candidate:WHOLE n_pass_neither:WHOLE"
                                        + " pass_rate_base:REAL pass_rate_candidate:REAL pass_rate_difference:REAL"
                                        + " p_mcnemar:REAL holm_mcnemar:REAL bh_mcnemar:REAL verdict:TEXT"
                                        + " pass_verdict:TEXT gate:TEXT gate_reason:TEXT cautions:LIST")
                                .split(" "));
    }

    @Test
    void aRowStandsForACandidateAGroupAndAMetric() {
        Table table = ComparisonTable.of(List.of(comparison()), List.of("lang", "metric"));
        TableSchema schema = table.schema();
        List<List<Object>> names = new ArrayList<>();
        table.rows().forEach(row -> {
            assertThat(row).hasSameSizeAs(schema.columns().toArray());
            names.add(List.of(
                    row[schema.indexOf("group")],
                    row[schema.indexOf("candidate")],
                    row[schema.indexOf("metric")],
                    row[schema.indexOf("n_pairs")],
                    row[schema.indexOf("mean")]));
        });
        assertThat(names)
                .containsExactly(
                        List.of("all", "v2", "ctx_waste", 40L, 3.0),
                        List.of("all", "v2", "other", 40L, 0.5),
                        List.of("lang=de", "v2", "ctx_waste", 10L, 3.0),
                        List.of("lang=de", "v2", "other", 10L, 0.5),
                        List.of("lang=fr", "v2", "ctx_waste", 30L, 3.0),
                        List.of("lang=fr", "v2", "other", 30L, 0.5));
        Object[] whole = table.rows().get(0);
        assertThat(whole[schema.indexOf("holm")]).isNotNull();
        assertThat(whole[schema.indexOf("bh")]).isNull();
        assertThat(table.rows().get(4)[schema.indexOf("holm")]).isNull();
        assertThat(table.rows().get(4)[schema.indexOf("bh")]).isNotNull();
    }

    @Test
    void theJsonHasTheTablesFiguresByMetric() throws IOException {
        JsonNode json = new ObjectMapper().readTree(ComparisonJson.text(List.of(comparison())));
        assertThat(json.get("base").asText()).isEqualTo("v1");
        assertThat(json.get("refused").asBoolean()).isFalse();
        JsonNode waste = json.get("metrics").get("ctx_waste");
        List<String> names = new ArrayList<>();
        waste.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .isEqualTo(ComparisonTable.FIGURES.stream().map(Column::name).toList());
        assertThat(waste.get("verdict").asText()).isEqualTo("improved");
        assertThat(waste.get("ci_low").asDouble()).isEqualTo(3.0);
        assertThat(waste.get("bh").isNull()).isTrue();
        assertThat(json.get("slices")).hasSize(2);
        assertThat(json.get("slices").get(0).get("group").asText()).isEqualTo("lang=de");
        assertThat(json.get("slices")
                        .get(0)
                        .get("metrics")
                        .get("other")
                        .get("n_pairs")
                        .asLong())
                .isEqualTo(10);
    }

    @Test
    void aRefusalIsInTheJsonAndLeavesNoRows() throws IOException {
        Refusal refusal = new Refusal.DifferentTrait("ctx_waste", Trait.WEIGHTING, "chunk", "token");
        Comparison refused = Pairs.ofCentis(Pairs.rules(Pairs.WASTE), List.of(1))
                .outcome("a", "b", ComparisonSettings.GATED, List.of(refusal), false, List.of());
        JsonNode json = new ObjectMapper().readTree(ComparisonJson.text(List.of(refused)));
        assertThat(json.get("refused").asBoolean()).isTrue();
        assertThat(json.get("metrics").isEmpty()).isTrue();
        assertThat(json.get("refusals").get(0).get("code").asText()).isEqualTo("different_weighting");
        assertThat(json.get("refusals").get(0).get("sentence").asText()).contains("chunk", "token");
        assertThat(ComparisonTable.of(List.of(refused), List.of()).rows()).isEmpty();
        JsonNode several = new ObjectMapper().readTree(ComparisonJson.text(List.of(refused, refused)));
        assertThat(several.get("comparisons")).hasSize(2);
    }
}
