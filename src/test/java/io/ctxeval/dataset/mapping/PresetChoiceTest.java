package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PresetChoiceTest {
    private static String chosen(MappingSpec user, String... records) throws PlanRefused {
        PresetChoice choice = new PresetChoice(Records.PRESETS, user);
        for (String record : records) {
            choice.see(JsonValue.of(record));
        }
        return choice.chosen("inputs[0].").name();
    }

    private static CanonicalRecord mapped(String record) throws PlanRefused {
        return Records.only(Records.preset(chosen(MappingSpec.EMPTY, record)), record);
    }

    @Test
    void namesTheNearestOfAnUnknownPreset() {
        assertThatThrownBy(() -> Records.PRESETS.named("raga"))
                .isInstanceOf(PlanRefused.class)
                .hasMessageStartingWith("preset: raga is unknown; did you mean ragas? There are ");
        assertThatThrownBy(() -> Records.PRESETS.named("zzzzzzzzzzz"))
                .isInstanceOf(PlanRefused.class)
                .hasMessageStartingWith("preset: zzzzzzzzzzz is unknown. There are ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "beir-corpus ~ {\"_id\":\"d\",\"title\":\"t\",\"text\":\"x\",\"metadata\":{}}",
                "beir-queries ~ {\"_id\":\"q\",\"text\":\"x\",\"metadata\":{}}",
                "beir-qrels ~ {\"query-id\":\"q\",\"corpus-id\":\"d\",\"score\":1}",
                "auto ~ {\"_id\":\"q\",\"text\":\"x\",\"question\":\"q\"}",
                "trec-qrels ~ {\"query_id\":\"q\",\"iteration\":\"0\",\"doc_id\":\"d\",\"relevance\":1}",
                "ragtruth ~ {\"id\":\"1\",\"source_id\":\"s\",\"response\":\"a\",\"labels\":[],\"quality\":\"good\"}",
                "ragas-v0 ~ {\"question\":\"q\",\"answer\":\"a\",\"contexts\":[\"c1\",\"c2\"],\"ground_truth\":\"g\"}",
                "ragas ~ {\"user_input\":\"q\",\"response\":\"a\",\"retrieved_contexts\":[\"c1\"],\"reference\":\"g\",\"reference_contexts\":[\"r1\"]}",
                "deepeval ~ {\"input\":\"q\",\"actual_output\":\"a\",\"retrieval_context\":[\"c\"],\"context\":[\"ideal\"]}",
                "openinference ~ {\"context\":{\"trace_id\":\"t\",\"span_id\":\"s\"},\"span_kind\":\"LLM\",\"attributes\":{}}",
                "otlp ~ {\"resourceSpans\":[]}",
                "langfuse-blob ~ {\"trace_id\":\"t\",\"parent_observation_id\":\"\",\"usage_details\":{},\"type\":\"GENERATION\"}",
                "mlflow-trace ~ {\"info\":{},\"data\":{\"spans\":[]}}",
                "weave ~ {\"op_name\":\"o\",\"inputs\":{},\"output\":\"a\",\"trace_id\":\"t\"}",
                "agents-sdk ~ {\"object\":\"trace.span\",\"span_data\":{}}",
                "praisonai ~ {\"event_type\":\"llm_response\",\"agent_name\":\"w\",\"data\":{}}",
                "praisonai-ledger ~ {\"agent_name\":\"writer\",\"used_tokens\":4100,\"budget_tokens\":6000}",
                "hotpotqa ~ {\"question\":\"q\",\"answer\":\"g\",\"context\":[],\"supporting_facts\":[]}",
                "traces ~ {\"trace_events\":[],\"agent_order\":[]}",
                "aegis ~ {\"prompt\":\"p\",\"input\":\"q\",\"context\":\"c\",\"output\":\"a\",\"golden_answer\":\"g\"}",
                "messages ~ {\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}",
                "auto ~ {\"input\":\"q\",\"output\":\"a\",\"context\":[\"c\"]}",
                "auto ~ {\"question\":\"q\",\"retrieved_contexts\":[\"c\"],\"answer\":\"a\",\"ground_truths\":[\"g\"]}"
            })
    void takesThePresetWhosePathsAllOccur(String name, String record) throws PlanRefused {
        assertThat(chosen(MappingSpec.EMPTY, record)).isEqualTo(name);
    }

    @Test
    void countsPathsThatOccurInDifferentRecords() throws PlanRefused {
        assertThat(chosen(MappingSpec.EMPTY, "{\"user_input\":\"q\"}", "{\"retrieved_contexts\":[]}"))
                .isEqualTo("ragas");
    }

    @Test
    void stopsAtATieAndNamesBoth() {
        assertThatThrownBy(() -> chosen(
                        MappingSpec.EMPTY,
                        "{\"question\":\"q\",\"contexts\":[],\"input\":\"q\",\"actual_output\":\"a\"}"))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("ragas-v0 and deepeval")
                .hasMessageContaining("--preset ragas-v0");
    }

    @Test
    void asksWhenAnswerAndResponseBothHoldValues() throws PlanRefused {
        String record = "{\"question\":\"q\",\"answer\":\"a\",\"response\":\"b\"}";
        assertThatThrownBy(() -> chosen(MappingSpec.EMPTY, record))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("answer and response");
        assertThat(chosen(Records.fields("output", "response"), record)).isEqualTo("auto");
        assertThat(chosen(MappingSpec.EMPTY, "{\"question\":\"q\",\"answer\":[\"gold\"],\"response\":\"b\"}"))
                .isEqualTo("auto");
    }

    @Test
    void takesAPresetByNameAndNarrowsByKind() throws PlanRefused {
        MappingSpec named = new MappingSpec("clapnq", null, List.of(), null, List.of(), null, Map.of());
        assertThat(chosen(named, "{}")).isEqualTo("clapnq");
        MappingSpec ledger = new MappingSpec(null, "ledger", List.of(), null, List.of(), null, Map.of());
        assertThat(chosen(ledger, "{\"trace_events\":[]}")).isEqualTo("none");
        assertThatThrownBy(() -> Records.PRESETS.named("ragsa"))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("ragas");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"question\":\"q\",\"answer\":[\"gold\"]}",
                "{\"question\":\"q\",\"answer\":{\"text\":\"gold\"}}"
            })
    void neverTakesAListOfAnswersForTheOutput(String record) throws PlanRefused {
        assertThat(Records.sample(mapped(record)).output()).isNull();
    }

    @Test
    void keepsGoldOutOfTheOutput() throws PlanRefused {
        CanonicalRecord record = mapped(
                "{\"id\":\"1\",\"input\":\"q\",\"passages\":[{\"title\":\"t\",\"text\":\"p\"}],\"output\":[{\"answer\":\"gold\"}]}");
        assertThat(record.sampleId()).isEqualTo("1");
        assertThat(Records.sample(record).output()).isNull();
        assertThat(Records.sample(record).reference()).containsExactly("gold");
        assertThat(Records.chunks(Records.sample(record).context())).containsExactly("p");
    }

    @Test
    void takesTheRetrievalContextNotTheIdealOne() throws PlanRefused {
        CanonicalRecord record = Records.cells(
                Records.preset("deepeval"),
                new LinkedHashMap<>(
                        Map.of("input", "q", "actual_output", "a", "retrieval_context", "c1|c2", "context", "r1|r2")));
        assertThat(Records.chunks(Records.sample(record).context())).containsExactly("c1", "c2");
        assertThat(Records.sample(record).referenceContext()).containsExactly("r1", "r2");
    }

    @Test
    void readsTheRagasCsvOfPythonsWriter() throws PlanRefused {
        CanonicalRecord record = Records.cells(
                Records.preset("ragas-v0"),
                new LinkedHashMap<>(Map.of(
                        "question", "q", "answer", "a", "contexts", "['c1', \"it's c2\"]", "ground_truth", "g")));
        assertThat(Records.chunks(Records.sample(record).context())).containsExactly("c1", "it's c2");
        assertThat(Records.sample(record).reference()).containsExactly("g");
    }

    @Test
    void joinsTheSentencesOfATitle() throws PlanRefused {
        CanonicalRecord record = mapped(
                "{\"_id\":\"1\",\"question\":\"q\",\"answer\":\"g\",\"context\":[[\"Title\",[\"s1 \",\"s2\"]]],\"supporting_facts\":[[\"Title\",0]]}");
        assertThat(Records.chunks(Records.sample(record).context())).containsExactly("s1 s2");
        assertThat(Records.sample(record).output()).isNull();
    }

    @Test
    void readsPresetsOfItsOwnAndRefusesBrokenOnes() throws PlanRefused {
        Presets more = Records.PRESETS.and("mine: {match: [my_q], fields: {input: my_q}}", "mine.yaml");
        assertThat(more.named("mine").tool()).isEqualTo("mine");
        assertThatThrownBy(() -> Records.PRESETS.and("mine: {fields: {input: 'x('}, colour: red}", "mine.yaml"))
                .isInstanceOfSatisfying(
                        PlanRefused.class,
                        refused -> assertThat(refused.problems())
                                .hasSize(2)
                                .allSatisfy(problem -> assertThat(problem).contains("mine.yaml", "mine.")));
    }
}
