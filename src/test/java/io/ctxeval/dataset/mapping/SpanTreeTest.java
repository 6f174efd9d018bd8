package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.PlanRefused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SpanTreeTest {
    /** Spans as {@code {id, up, kind, name, in}}; agents name what lies below them, calls are the rows. */
    private static Mapping spans() throws PlanRefused {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        fields.put("id", new FieldSpec.FirstOf(List.of("id")));
        fields.put("parent", new FieldSpec.FirstOf(List.of("up")));
        fields.put("names_agent", new FieldSpec.Taken(List.of("name"), Take.FIRST, "kind = 'agent'"));
        fields.put("agent_otherwise", new FieldSpec.FirstOf(List.of("name")));
        fields.put("agent", new FieldSpec.FirstOf(List.of()));
        fields.put("input_tokens", new FieldSpec.FirstOf(List.of("in")));
        fields.put("budget_tokens", new FieldSpec.FirstOf(List.of("budget")));
        fields.put("newest", new FieldSpec.FirstOf(List.of("updated")));
        return Records.mapping(new MappingSpec(null, "events", List.of(), "kind = 'call'", List.of(), null, fields));
    }

    private static List<String> agentsAndTokens(String... records) throws PlanRefused {
        Mapping mapping = spans();
        List<MappedRow> rows = RowOrder.sorted(Records.map(mapping, records).rows, mapping.compiled());
        return new SpanTree(rows, mapping.compiled())
                .calls().stream()
                        .map(row -> row.text(mapping.compiled().field("agent")) + " "
                                + row.text(mapping.compiled().field("input_tokens")))
                        .toList();
    }

    @Test
    void givesACallTheAgentOfTheNearestSpanAbove() throws PlanRefused {
        assertThat(agentsAndTokens(
                        "{\"id\":\"c\",\"up\":\"b\",\"kind\":\"call\",\"name\":\"gpt\",\"in\":1}",
                        "{\"id\":\"a\",\"kind\":\"agent\",\"name\":\"outer\"}",
                        "{\"id\":\"b\",\"up\":\"i\",\"kind\":\"tool\",\"name\":\"look\"}",
                        "{\"id\":\"i\",\"up\":\"a\",\"kind\":\"agent\",\"name\":\"inner\"}",
                        "{\"id\":\"d\",\"up\":\"a\",\"kind\":\"call\",\"name\":\"gpt\",\"in\":2}",
                        "{\"id\":\"e\",\"up\":\"gone\",\"kind\":\"call\",\"name\":\"gpt\",\"in\":3}"))
                .containsExactly("inner 1", "outer 2", "gpt 3");
    }

    @Test
    void endsWhereSpansLieUnderEachOther() throws PlanRefused {
        assertThat(agentsAndTokens(
                        "{\"id\":\"c\",\"up\":\"b\",\"kind\":\"call\",\"name\":\"gpt\",\"in\":1}",
                        "{\"id\":\"b\",\"up\":\"c\",\"kind\":\"tool\",\"name\":\"look\"}",
                        "{\"id\":\"s\",\"up\":\"s\",\"kind\":\"call\",\"name\":\"self\",\"in\":2}"))
                .containsExactly("gpt 1", "self 2");
    }

    @Test
    void countsTheTokensOfAllCallsThatLieUnderEachOther() throws PlanRefused {
        assertThat(agentsAndTokens(
                        "{\"id\":\"x1\",\"up\":\"x2\",\"kind\":\"call\",\"name\":\"a\",\"in\":1}",
                        "{\"id\":\"x2\",\"up\":\"x1\",\"kind\":\"call\",\"name\":\"b\",\"in\":2}"))
                .containsExactly("a 1", "b 2");
        assertThat(agentsAndTokens(
                        "{\"id\":\"leaf\",\"up\":\"x1\",\"kind\":\"call\",\"name\":\"leaf\",\"in\":1}",
                        "{\"id\":\"x1\",\"up\":\"t\",\"kind\":\"call\",\"name\":\"told\",\"in\":2}",
                        "{\"id\":\"t\",\"up\":\"x2\",\"kind\":\"tool\",\"name\":\"look\"}",
                        "{\"id\":\"x2\",\"up\":\"x1\",\"kind\":\"call\",\"name\":\"b\",\"in\":4}"))
                .containsExactly("leaf 1", "told null", "b 4");
    }

    @Test
    void rejectsACallWhoseTokensAreNoCount() throws PlanRefused {
        Records.Kept kept = Records.map(
                spans(),
                "{\"id\":\"a\",\"kind\":\"call\",\"in\":-5}",
                "{\"id\":\"b\",\"kind\":\"call\",\"in\":\"abc\"}",
                "{\"id\":\"c\",\"kind\":\"call\",\"in\":true}",
                "{\"id\":\"d\",\"kind\":\"call\",\"budget\":\"abc\"}",
                "{\"id\":\"e\",\"kind\":\"tool\",\"in\":-5}");
        assertThat(kept.rejections)
                .extracting(rejection -> rejection.field() + ": " + rejection.reason())
                .containsExactly(
                        "input_tokens: -5 where a count of tokens is wanted, 0 or more; \"input_tokens: []\" among the fields"
                                + " leaves these counts out",
                        "input_tokens: abc where a count of tokens is wanted, 0 or more; \"input_tokens: []\" among the fields"
                                + " leaves these counts out",
                        "input_tokens: true where a count of tokens is wanted, 0 or more; \"input_tokens: []\" among the fields"
                                + " leaves these counts out",
                        "budget_tokens: abc where a count of tokens is wanted, 0 or more; \"budget_tokens: []\" among the fields"
                                + " leaves these counts out");
        assertThat(kept.rows).hasSize(1);
    }

    @Test
    void takesTheUsualWordsForNothingAsNoTokensAndAnyBudget() throws PlanRefused {
        assertThat(agentsAndTokens(
                        "{\"id\":\"a\",\"kind\":\"call\",\"name\":\"a\",\"in\":\"\"}",
                        "{\"id\":\"b\",\"kind\":\"call\",\"name\":\"b\",\"in\":\"nan\"}",
                        "{\"id\":\"c\",\"kind\":\"call\",\"name\":\"c\",\"in\":NaN}",
                        "{\"id\":\"d\",\"kind\":\"call\",\"name\":\"d\",\"in\":\" 7 \",\"budget\":-1}",
                        "{\"id\":\"e\",\"kind\":\"call\",\"name\":\"e\",\"in\":0}"))
                .containsExactly("a null", "b null", "c null", "d  7 ", "e 0");
    }

    @Test
    void countsTokensAtTheLeavesAndOnceForAnId() throws PlanRefused {
        assertThat(agentsAndTokens(
                        "{\"id\":\"w\",\"kind\":\"call\",\"name\":\"wrapper\",\"in\":7}",
                        "{\"id\":\"t\",\"up\":\"w\",\"kind\":\"tool\",\"name\":\"step\"}",
                        "{\"id\":\"l\",\"up\":\"t\",\"kind\":\"call\",\"name\":\"leaf\",\"in\":7}",
                        "{\"id\":\"l\",\"up\":\"t\",\"kind\":\"call\",\"name\":\"leaf\",\"in\":7}",
                        "{\"id\":\"p\",\"kind\":\"call\",\"name\":\"parent\",\"in\":5}",
                        "{\"id\":\"q\",\"up\":\"p\",\"kind\":\"call\",\"name\":\"silent\"}"))
                .containsExactly("wrapper null", "leaf null", "leaf 7", "parent 5", "silent null");
    }

    @Test
    void keepsTheNewestRowOfAnId() throws PlanRefused {
        assertThat(
                        agentsAndTokens(
                                "{\"id\":\"c\",\"kind\":\"call\",\"name\":\"new\",\"in\":2,\"updated\":\"2026-01-02T03:04:05.500Z\"}",
                                "{\"id\":\"c\",\"kind\":\"call\",\"name\":\"old\",\"in\":1,\"updated\":\"2026-01-02T03:04:05Z\"}"))
                .containsExactly("new 2");
    }

    @Test
    void makesALedgerOfCallsThatCarryBudgets() throws PlanRefused {
        Mapping mapping = spans();
        Canonical canonical = new Canonical(mapping);
        CanonicalRecord record = canonical.ofGroup(Records.map(
                        mapping,
                        "{\"id\":\"a\",\"kind\":\"agent\",\"name\":\"w\"}",
                        "{\"id\":\"c\",\"up\":\"a\",\"kind\":\"call\",\"in\":\"7\",\"budget\":10}",
                        "{\"id\":\"c\",\"up\":\"a\",\"kind\":\"call\",\"in\":7.0,\"budget\":10}",
                        "{\"id\":\"d\",\"up\":\"a\",\"kind\":\"call\",\"in\":4,\"budget\":12}")
                .rows);
        assertThat(Objects.requireNonNull(record.trace()).budgetLedger())
                .hasToString("[{\"agent_name\": \"w\", \"used_tokens\": 11, \"budget_tokens\": 12}]");
    }

    @Test
    void comesToNoRecordWithoutACall() throws PlanRefused {
        Mapping mapping = spans();
        Records.Kept kept = Records.map(mapping, "{\"id\":\"a\",\"kind\":\"agent\",\"name\":\"w\"}");
        assertThat(kept.rows).hasSize(1);
        assertThat(new Canonical(mapping).isEmpty(kept.rows)).isTrue();
    }

    @Test
    void keepsTheNewestSampleOfAnIdAndVersion() throws PlanRefused {
        Mapping mapping = Records.mapping(Records.fields("newest", "at", "input", "q"));
        Records.Kept kept = Records.map(
                mapping,
                "{\"sample_id\":\"1\",\"q\":\"old\",\"at\":1}",
                "{\"sample_id\":\"1\",\"q\":\"new\",\"at\":10}",
                "{\"sample_id\":\"1\",\"q\":\"other\",\"at\":2,\"retriever_version\":\"v2\"}",
                "{\"q\":\"nameless\",\"at\":1}",
                "{\"q\":\"nameless\",\"at\":2}");
        Map<String, List<MappedRow>> groups = new LinkedHashMap<>();
        kept.rows.forEach(
                row -> groups.computeIfAbsent(String.valueOf(row.groupKey()), key -> new java.util.ArrayList<>())
                        .add(row));
        Canonical canonical = new Canonical(mapping);
        assertThat(mapping.groups()).isTrue();
        assertThat(groups.values())
                .extracting(rows -> Records.sample(canonical.ofGroup(rows)).input())
                .containsExactly("new", "other", "nameless", "nameless");
        assertThat(canonical.ofGroup(groups.values().iterator().next()).dimensions())
                .isEmpty();
    }
}
