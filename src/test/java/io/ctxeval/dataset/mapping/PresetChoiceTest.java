package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Origin;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Assumptions;
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
                                .allSatisfy(problem -> assertThat(problem).startsWith("mine.yaml: mine.")));
    }

    private static Path shared(String file) {
        Path path = Path.of("../shared/data/formats").resolve(file);
        Assumptions.assumeTrue(Files.exists(path), path + " isn't there: skipped");
        return path;
    }

    /** The first records of a file: lines, one JSON document, or CSV. */
    private static List<Node> records(Path path) throws IOException {
        List<Node> records = new ArrayList<>();
        if (path.toString().endsWith(".csv")) {
            CSVFormat format = CSVFormat.RFC4180
                    .builder()
                    .setHeader()
                    .setAllowMissingColumnNames(true)
                    .get();
            try (Reader reader = Files.newBufferedReader(path);
                    CSVParser parser = format.parse(reader)) {
                Columns columns = new Columns(parser.getHeaderNames());
                for (CSVRecord line : parser) {
                    if (!line.isConsistent()) {
                        continue;
                    }
                    RecordNode record = new RecordNode(
                            columns, new Origin(0, path.toString(), line.getRecordNumber()), null, Map.of());
                    line.toMap().forEach((name, cell) -> record.put(name, new CellText(cell)));
                    records.add(record);
                }
            }
        } else if (path.toString().endsWith(".json")) {
            records.add(JsonValue.of(Files.readString(path)));
        } else {
            for (String line : Files.readAllLines(path)) {
                records.add(JsonValue.of(line));
            }
        }
        return records;
    }

    @ParameterizedTest
    @CsvSource({
        "autogen/chat_history.json, auto, 1",
        "bedrock/ground_truth.jsonl, bedrock-rag, 15",
        "continuous-eval/retrieval_sm.jsonl, auto, 10",
        "deepeval/goldens.csv, deepeval, 15",
        "flashrag/nq_test.jsonl, auto, 17",
        "haystack/aragog_detailed_MiniLM_topk2_chunk64.csv, auto, 107",
        "langfuse/autogen-2025-06-06.json, langfuse, 1",
        "langsmith/langsmith_py_wrap_openai.json, langsmith, 2",
        "mlflow/static_evaluation_dataset.head6.csv, auto, 6",
        "mtrag/taskb_input.jsonl, mtrag-input, 10",
        "openai/toy_chat_fine_tuning.head4.jsonl, messages, 4",
        "opik/test-dataset.csv, auto, 3",
        "otel/otlp_cursor.json, otlp, 1",
        "otel/otlp_trace.json, otlp, 0",
        "promptflow/eval-groundedness.jsonl, auto, 2",
        "promptflow/eval-qna-rag-metrics.jsonl, auto, 1",
        "promptflow/generated_qa_chat_conv.jsonl, messages, 5",
        "ragas/hf_doc_qa_eval.csv, auto, 66",
        "ragas-evaluator/sample_test_questions.csv, auto, 10",
        "squad/squad_dev_sample.json, squad, 1",
        "trulens/test_otel_tru_custom__test_smoke.csv, trulens-otel, 8"
    })
    void choosesAndReadsRealFiles(String file, String name, int rows) throws IOException, PlanRefused {
        List<Node> records = records(shared(file));
        PresetChoice choice = new PresetChoice(Records.PRESETS, MappingSpec.EMPTY);
        records.forEach(choice::see);
        assertThat(choice.chosen("").name()).isEqualTo(name);
        Mapping mapping = Records.preset(name);
        Records.Kept kept = new Records.Kept();
        for (Node record : records) {
            RecordNode fields = new RecordNode(mapping.columns(), new Origin(0, file, 0), null, Map.of());
            for (String key : record.keys()) {
                Node value = record.get(key);
                if (value != null) {
                    fields.put(key, value);
                }
            }
            fields.whole(record);
            mapping.map(fields, Mapping.Lookup.NONE, kept);
        }
        assertThat(kept.rejections).isEmpty();
        assertThat(kept.rows).hasSize(rows);
        Canonical canonical = new Canonical(mapping);
        if (name.equals("trulens-otel")) {
            Map<String, List<MappedRow>> groups = new LinkedHashMap<>();
            kept.rows.forEach(row -> groups.computeIfAbsent(String.valueOf(row.groupKey()), key -> new ArrayList<>())
                    .add(row));
            assertThat(groups.values())
                    .hasSize(2)
                    .allSatisfy(spans -> assertThat(
                                    Records.sample(canonical.ofGroup(spans)).input())
                            .isIn("test", "throw"));
        }
    }
}
