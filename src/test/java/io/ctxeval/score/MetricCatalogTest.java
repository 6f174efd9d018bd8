package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MetricCatalogTest {
    @Test
    void listsEveryMetricOnceInTheOrderOfTables() {
        assertThat(MetricCatalog.standard(ScoringOptions.DEFAULTS).all())
                .extracting(Metric::id)
                .containsExactly(
                        "handoff",
                        "budget",
                        "overall",
                        "ctx_waste",
                        "ctx_suff",
                        "ctx_tokens",
                        "largest_chunk_share",
                        "budget_use",
                        "over_budget",
                        "exact_dup_ratio",
                        "near_dup_ratio",
                        "lex_utilisation",
                        "lex_density",
                        "ctx_waste_lex",
                        "support",
                        "ans_in_ctx",
                        "ans_token_recall",
                        "query_coverage",
                        "precision_10",
                        "recall_10",
                        "hit_10",
                        "ndcg_10",
                        "judged_10",
                        "rr",
                        "ap",
                        "ndcg",
                        "r_precision",
                        "set_precision",
                        "set_recall",
                        "ap_retrieved",
                        "coverage_10",
                        "group_ndcg_10",
                        "ref_precision",
                        "ref_recall");
    }

    @Test
    void refusesAnIdThatIsTaken() {
        assertThatThrownBy(() -> new MetricCatalog(List.of(new ContextTokens(), new ContextTokens())))
                .hasMessageContaining("ctx_tokens");
    }

    @Test
    void findsMetricsById() {
        MetricCatalog catalog = MetricCatalog.standard(ScoringOptions.DEFAULTS);
        assertThat(catalog.byId("support")).isPresent();
        assertThat(catalog.byId("Support")).isEmpty();
    }
}
