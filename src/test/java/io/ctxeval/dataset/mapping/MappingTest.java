package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Origin;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.JoinSpec;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.trace.AgentTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingTest {
    private static AgentTrace trace(CanonicalRecord record) {
        return Objects.requireNonNull(record.trace());
    }

    private static Mapping plain() throws PlanRefused {
        return Records.mapping(MappingSpec.EMPTY);
    }

    private static MappingSpec spec(
            String kind, List<String> rows, @Nullable String where, Map<String, FieldSpec> fields) {
        return new MappingSpec(null, kind, rows, where, List.of(), null, fields);
    }

    @Test
    void mapsColumnsWithCanonicalNamesByThemselves() throws PlanRefused {
        CanonicalRecord record = Records.only(plain(), """
                {"sample_id": "s1", "input": "q", "output": "a", "context": ["c1", null], "reference": "g",
                 "reference_context": ["r", null], "retriever_version": "v1", "as_of": "2026", "aspects": ["x"], "cluster_id": 7,
                 "retrieved_ids": ["d1"], "unmapped": 1, "ctx_waste_judgement": {"used": [true]}}
                """);
        RagSample sample = Records.sample(record);
        assertThat(record.sampleId()).isEqualTo("s1");
        assertThat(record.idDerived()).isFalse();
        assertThat(record.trace()).isNull();
        assertThat(record.dimensions())
                .isEqualTo(Map.of("retriever_version", "v1", "cluster_id", "7", "retrieved_ids", "[\"d1\"]"));
        assertThat(sample.input()).isEqualTo("q");
        assertThat(sample.output()).isEqualTo("a");
        assertThat(Records.chunks(sample.context())).containsExactly("c1", "");
        assertThat(sample.reference()).containsExactly("g");
        assertThat(sample.referenceContext()).containsExactly("r", "");
        assertThat(sample.asOf()).isEqualTo("2026");
        assertThat(sample.aspects()).containsExactly("x");
        assertThat(sample.wasteJudgement()).hasToString("{\"used\": [true]}");
    }

    @Test
    void keepsTheCharactersOfNumbersAndBooleansInATextField() throws PlanRefused {
        assertThat(Records.sample(Records.only(plain(), "{\"input\": 1.0, \"output\": true}")))
                .isEqualTo(new RagSample("1.0", "true", null, null, null, null, null, null, null));
    }

    @Test
    void keepsAnAnswerThatLooksLikeJsonAsText() throws PlanRefused {
        assertThat(Records.sample(Records.only(plain(), "{\"output\": \"{\\\"a\\\":1}\"}"))
                        .output())
                .isEqualTo("{\"a\":1}");
    }

    @Test
    void rejectsElementsThatAreNoObjectsWhereRowsAreObjects() throws PlanRefused {
        MappingSpec objects = spec(
                "samples",
                List.of("turns"),
                null,
                Map.of(
                        "input",
                        new FieldSpec.FirstOf(List.of("it.q")),
                        "output",
                        new FieldSpec.FirstOf(List.of("who"))));
        Records.Kept kept = Records.map(
                Records.mapping(objects),
                "{\"who\": \"w\", \"turns\": [{\"q\": \"1\"}, null, 7, true, \"x\", [{\"key\": \"q\"}]]}");
        assertThat(kept.rows).hasSize(2);
        assertThat(kept.rejections)
                .extracting(rejection -> rejection.reason())
                .containsExactly(
                        "found null as a row, expected an object",
                        "found a number as a row, expected an object",
                        "found a boolean as a row, expected an object",
                        "found a text as a row, expected an object");
        MappingSpec texts = spec(
                "samples",
                List.of("turns"),
                null,
                Map.of("input", new FieldSpec.FirstOf(List.of("it.q", "plain(it)"))));
        Records.Kept whole = Records.map(Records.mapping(texts), "{\"turns\": [\"a\", {\"q\": \"b\"}]}");
        assertThat(whole.rejections).isEmpty();
        assertThat(whole.rows).hasSize(2);
    }

    @Test
    void namesTheFirstKeysOfAnObjectThatIsNoText() throws PlanRefused {
        String keys = "\"\\u001b[31m\": 1, \"" + "b".repeat(1_000) + "\": 1, \"c\": 1, \"d\": 1, \"e\": 1, \"f\": 1";
        Records.Kept kept = Records.map(plain(), "{\"input\": {" + keys + "}}", "{\"input\": {}}");
        assertThat(kept.rejections.get(0).reason())
                .startsWith("an object (of \\u001b[31m, " + "b".repeat(40) + "…, c, d, e, …) where a text is wanted");
        assertThat(kept.rejections.get(1).reason()).startsWith("an object where a text is wanted");
    }

    @Test
    void rejectsAnObjectOrListInATextFieldByName() throws PlanRefused {
        Records.Kept kept = Records.map(plain(), "{\"input\": {\"a\": 1}}", "{\"output\": [\"a\"]}");
        assertThat(kept.rows).isEmpty();
        assertThat(kept.rejections).extracting(rejection -> rejection.field()).containsExactly("input", "output");
        assertThat(kept.rejections.get(0).reason())
                .isEqualTo(
                        "an object (of a) where a text is wanted; name one of its members after a dot, or text(…) takes it"
                                + " all as text");
        assertThat(kept.rejections.get(0).excerpt()).isEqualTo("{\"a\": 1}");
        assertThat(kept.rejections.get(0).line()).isEqualTo(1L);
    }

    @Test
    void keepsTheRowOfAContextThatIsNoText() throws PlanRefused {
        assertThat(Records.sample(Records.only(plain(), "{\"input\": \"q\", \"context\": [true]}"))
                        .context())
                .isInstanceOf(RetrievedContext.Unusable.class);
        Mapping function = Records.mapping(Records.fields("context", "chunks(context)"));
        assertThat(Records.chunks(Records.sample(Records.only(function, "{\"context\": [true, {\"a\": 1}]}"))
                        .context()))
                .containsExactly("true", "{\"a\": 1}");
    }

    @Test
    void takesNaNForNull() throws PlanRefused {
        assertThat(Records.only(plain(), "{\"input\": NaN, \"context\": NaN, \"output\": Infinity}")
                        .sample())
                .isNull();
    }

    @Test
    void rejectsAMappedKeyThatStandsTwiceInAnyCase() throws PlanRefused {
        Mapping mapping = plain();
        for (String repeated : List.of("input", "Input")) {
            RecordNode record = Records.json(mapping.columns(), "{\"input\": \"a\"}", 0);
            record.put(repeated, JsonValue.of("\"b\""));
            record.put("nobody_asks", JsonValue.of("1"));
            Records.Kept kept = new Records.Kept();
            mapping.map(record, Mapping.Lookup.NONE, kept);
            assertThat(kept.rejections).singleElement().satisfies(rejection -> {
                assertThat(rejection.field()).isEqualTo(repeated);
                assertThat(rejection.reason()).contains(repeated);
            });
        }
    }

    @Test
    void fillsAFieldFromAKeyInAnotherCase() throws PlanRefused {
        assertThat(Records.sample(Records.only(plain(), "{\"Input\": \"q\"}")).input())
                .isEqualTo("q");
    }

    @Test
    void rejectsARecordWhoseValueIsNoJson() throws PlanRefused {
        Mapping mapping = plain();
        byte[] broken = "\"\\q\"".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        RecordNode record = new RecordNode(mapping.columns(), new Origin(0, "f", 9), null, Map.of());
        record.put("input", new JsonValue(broken, 0, broken.length, new io.ctxeval.json.JsonCursor(true)));
        Records.Kept kept = new Records.Kept();
        mapping.map(record, Mapping.Lookup.NONE, kept);
        assertThat(kept.rejections)
                .singleElement()
                .extracting(r -> r.origin().position())
                .isEqualTo(9L);
    }

    @Test
    void derivesTheIdOfASampleFromItsComposedInput() throws PlanRefused {
        CanonicalRecord composed = Records.only(plain(), "{\"input\": \"caf\\u00e9\"}");
        CanonicalRecord decomposed = Records.only(plain(), "{\"input\": \"cafe\\u0301\"}");
        assertThat(composed.idDerived()).isTrue();
        // first 16 hex digits of: printf 'café' | sha256sum
        assertThat(composed.sampleId()).isEqualTo("850f7dc43910ff89").isEqualTo(decomposed.sampleId());
    }

    @Test
    void derivesTheIdOfATraceFromItsPlace() throws PlanRefused {
        Mapping mapping = Records.preset("traces");
        Records.Kept kept = Records.map(mapping, "{}", "{\"trace_events\": []}");
        assertThat(new Canonical(mapping).of(kept.rows.get(1)).sampleId()).isEqualTo("part.jsonl:100");
        assertThat(Records.only(mapping, "{\"trace_events\": [], \"id\": 5}").sampleId())
                .isEqualTo("5");
    }

    @Test
    void carriesATraceAsTheSourceWroteIt() throws PlanRefused {
        CanonicalRecord record = Records.only(
                plain(),
                "{\"trace_events\": [{\"b\": 1.0, \"a\":1e5, \"a\": 2}], \"agent_order\": null, \"budget_ledger\": []}");
        assertThat(record.sample()).isNull();
        assertThat(trace(record).events()).hasToString("[{\"b\": 1.0, \"a\":1e5, \"a\": 2}]");
        assertThat(trace(record).agentOrder()).isNull();
        assertThat(trace(record).budgetLedger()).hasToString("[]");
        assertThat(trace(record).exact()).isTrue();
    }

    @Test
    void readsATraceOutOfACell() throws PlanRefused {
        Map<String, @Nullable String> cells = new LinkedHashMap<>();
        cells.put("trace_events", "[{\"event_type\": 1.0}]");
        cells.put("budget_ledger", null);
        assertThat(trace(Records.cells(plain(), cells)))
                .satisfies(trace -> assertThat(trace.events()).hasToString("[{\"event_type\": 1.0}]"))
                .satisfies(trace -> assertThat(trace.exact()).isTrue());
        cells.put("trace_events", "[{'event_type': None}]");
        assertThat(trace(Records.cells(plain(), cells)))
                .satisfies(trace -> assertThat(trace.events()).hasToString("[{\"event_type\": null}]"))
                .satisfies(trace -> assertThat(trace.exact()).isFalse());
        cells.put("trace_events", "no list");
        assertThat(trace(Records.cells(plain(), cells)).events()).hasToString("\"no list\"");
    }

    @Test
    void tellsAnEmptyCellFromAnEmptyText() throws PlanRefused {
        Map<String, @Nullable String> cells = new LinkedHashMap<>();
        cells.put("input", "");
        cells.put("output", null);
        cells.put("context", "None");
        cells.put("reference", "['a', None]");
        RagSample sample = Records.sample(Records.cells(plain(), cells));
        assertThat(sample.input()).isEmpty();
        assertThat(sample.output()).isNull();
        assertThat(sample.context()).isNull();
        assertThat(sample.reference()).containsExactly("a");
    }

    @Test
    void keepsAnAnswerThatSaysNone() throws PlanRefused {
        assertThat(Records.sample(Records.cells(plain(), Map.of("output", "None")))
                        .output())
                .isEqualTo("None");
    }

    @Test
    void countsReplacementCharacters() throws PlanRefused {
        assertThat(Records.only(plain(), "{\"input\": \"\ufffda\ufffd\", \"context\": [\"\ufffd\"]}")
                        .notes()
                        .replacementCharacters())
                .isEqualTo(3);
    }

    @Test
    void triesAlternativesUntilOneIsNotNull() throws PlanRefused {
        Mapping mapping = Records.mapping(new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(),
                null,
                Map.of("output", new FieldSpec.FirstOf(List.of("a", "b")))));
        assertThat(Records.sample(Records.only(mapping, "{\"a\": null, \"b\": \"x\"}"))
                        .output())
                .isEqualTo("x");
        assertThat(Records.sample(Records.only(mapping, "{\"a\": \"\", \"b\": \"x\", \"output\": \"y\"}"))
                        .output())
                .isEmpty();
    }

    @Test
    void makesDimensionsOfOtherFieldsAndGroupColumns() throws PlanRefused {
        Mapping mapping = Mapping.compile(
                "",
                Preset.NONE,
                Records.fields("team", "meta.team", "_helper", "x"),
                List.of("day"),
                ScoringOptions.DEFAULTS);
        assertThat(Records.only(mapping, "{\"meta\": {\"team\": 3}, \"x\": 1, \"day\": \"mon\"}")
                        .dimensions())
                .isEqualTo(Map.of("team", "3", "day", "mon"));
    }

    @Test
    void readsPartitionColumnsAndTheFilesName() throws PlanRefused {
        Mapping mapping = Records.mapping(Records.fields("version", "file_name"));
        RecordNode record = new RecordNode(
                mapping.columns(),
                new Origin(0, "x/retriever_version=1.10/top_k:2.csv", 1),
                null,
                Map.of("retriever_version", "1.10"));
        record.put("retriever_version", new CellText("2"));
        Records.Kept kept = new Records.Kept();
        mapping.map(record, Mapping.Lookup.NONE, kept);
        assertThat(new Canonical(mapping).of(kept.rows.get(0)).dimensions())
                .isEqualTo(Map.of("retriever_version", "1.10", "version", "top_k:2.csv"));
    }

    @Test
    void makesARowOfEachElementAndFiltersThem() throws PlanRefused {
        Mapping mapping = Records.mapping(spec(
                "samples",
                List.of("results"),
                "it.ok = true",
                Map.of("output", new FieldSpec.FirstOf(List.of("it.a")), "id", new FieldSpec.FirstOf(List.of("run")))));
        Records.Kept kept = Records.map(
                mapping,
                "{\"run\": 9, \"results\": [{\"a\": 1, \"ok\": true, \"input\": \"q\"}, {\"a\": 2, \"ok\": false}]}",
                "{}");
        assertThat(kept.filtered).hasSize(2);
        assertThat(kept.rows).singleElement().satisfies(row -> {
            CanonicalRecord record = new Canonical(mapping).of(row);
            assertThat(record.sampleId()).isEqualTo("9");
            assertThat(Records.sample(record).input()).isEqualTo("q");
            assertThat(Records.sample(record).output()).isEqualTo("1");
        });
    }

    @Test
    void zipsParallelLists() throws PlanRefused {
        Mapping mapping = Records.preset("columnar");
        Records.Kept kept = Records.map(mapping, "{\"questions\": [\"q1\", \"q2\"], \"ground_truths\": [[\"g\"]]}");
        Canonical canonical = new Canonical(mapping);
        assertThat(kept.rows)
                .extracting(row -> Records.sample(canonical.of(row)).input())
                .containsExactly("q1", "q2");
        assertThat(Records.sample(canonical.of(kept.rows.get(0))).reference()).containsExactly("g");
    }

    @Test
    void looksUpPartners() throws PlanRefused {
        Mapping mapping = Records.mapping(new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(new JoinSpec("source", "source.jsonl", "source_id", "id")),
                null,
                Map.of("input", new FieldSpec.FirstOf(List.of("source.info.question")))));
        Node partner = JsonValue.of("{\"id\": 7, \"info\": {\"question\": \"q\"}}");
        assertThat(mapping.joins().get(0).partnerKey(partner)).isEqualTo("7");
        assertThat(mapping.columns().slot("source_id")).isNotNegative();
        Records.Kept kept = new Records.Kept();
        Mapping.Lookup lookup = (join, key) -> key.equals("7") ? partner : null;
        mapping.map(Records.json(mapping.columns(), "{\"source_id\": \"7\", \"output\": \"a\"}", 0), lookup, kept);
        mapping.map(Records.json(mapping.columns(), "{\"source_id\": \"8\", \"output\": \"a\"}", 0), lookup, kept);
        Canonical canonical = new Canonical(mapping);
        assertThat(kept.rows)
                .extracting(row -> Records.sample(canonical.of(row)).input())
                .containsExactly("q", null);
    }

    @Test
    void mergesAGroupInItsOrderWithEqualListsOnce() throws PlanRefused {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        fields.put("order", new FieldSpec.FirstOf(List.of("n")));
        fields.put("input", new FieldSpec.Taken(List.of("q"), Take.FIRST, null));
        fields.put("output", new FieldSpec.Taken(List.of("a"), Take.LAST, "kind = 'answer'"));
        fields.put("cost", new FieldSpec.Taken(List.of("cost"), Take.MAX, null));
        fields.put("context", new FieldSpec.Taken(List.of("chunks(docs)"), Take.ALL, null));
        Mapping mapping = Records.mapping(new MappingSpec(null, null, List.of(), null, List.of(), "run", fields));
        String[] records = {
            "{\"run\":1,\"n\":10,\"a\":\"last\",\"kind\":\"answer\",\"cost\":9}",
            "{\"run\":1,\"n\":2,\"docs\":[\"a\",\"a\"],\"q\":\"q\",\"cost\":10}",
            "{\"run\":1,\"n\":3,\"docs\":[\"b\"],\"a\":\"no\",\"q\":\"later\"}",
            "{\"run\":1,\"n\":4,\"docs\":[\"a\",\"a\"]}"
        };
        Records.Kept kept = Records.map(mapping, records);
        assertThat(mapping.groups()).isTrue();
        assertThat(kept.rows).extracting(MappedRow::groupKey).containsOnly("1");
        List<MappedRow> shuffled = new ArrayList<>(kept.rows);
        Collections.reverse(shuffled);
        CanonicalRecord record = new Canonical(mapping).ofGroup(kept.rows);
        assertThat(new Canonical(mapping).ofGroup(shuffled)).isEqualTo(record);
        RagSample sample = Records.sample(record);
        assertThat(sample.input()).isEqualTo("q");
        assertThat(sample.output()).isEqualTo("last");
        assertThat(Records.chunks(sample.context())).containsExactly("a", "a", "b");
        assertThat(record.dimensions()).isEqualTo(Map.of("cost", "10"));
        assertThat(Records.map(mapping, "{\"n\": 1}").rejections).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "mtrag ~ {\"task_id\":\"1\",\"contexts\":[{\"text\":\"t1\"},{\"document_id\":null,\"text\":null},{\"text\":\"t3\"}]}",
                "ragas-v0 ~ {\"question\":\"q\",\"contexts\":[\"t1\",{\"page_content\":null,\"metadata\":{}},\"t3\"]}",
                "ragchecker ~ {\"results\":[{\"retrieved_context\":[{\"text\":\"t1\"},{\"doc_id\":\"c\",\"text\":null},{\"text\":\"t3\"}]}]}",
                "bedrock-rag ~ {\"conversationTurns\":[{\"output\":{\"retrievedPassages\":{\"retrievalResults\":[{\"content\":{\"text\":\"t1\"}},{\"content\":{\"text\":null}},{\"content\":{\"text\":\"t3\"}}]}}}]}",
                "langsmith-rag ~ {\"trace_id\":\"t\",\"run_type\":\"retriever\",\"outputs\":{\"documents\":[{\"page_content\":\"t1\"},{\"page_content\":null},{\"page_content\":\"t3\"}]}}",
                "multihop-qa ~ {\"question\":\"q\",\"paragraphs\":[{\"title\":\"t\",\"text\":\"t1\"},{\"text\":null},{\"text\":\"t3\"}]}",
                "multihop-qa ~ {\"question\":\"q\",\"paragraphs\":[{\"paragraph_text\":\"t1\"},{\"paragraph_text\":null},{\"paragraph_text\":\"t3\"}]}",
                "messages ~ {\"messages\":[{\"role\":\"assistant\",\"content\":\"a\",\"context\":{\"citations\":[{\"content\":\"t1\"},{\"id\":\"x\",\"content\":null},{\"content\":\"t3\"}]}}]}",
                "auto ~ {\"input\":\"q\",\"context\":[{\"text\":\"t1\"},{\"text\":null},{\"text\":\"t3\"}]}"
            })
    void keepsThePlaceOfADocumentWithoutATextInEveryPreset(String preset, String record) throws PlanRefused {
        assertThat(Records.sample(Records.only(Records.preset(preset), record)).context())
                .isEqualTo(new RetrievedContext.Chunks(List.of(
                        new Chunk(0, "t1", false, Chunk.WHOLE),
                        new Chunk(1, "", true, Chunk.WHOLE),
                        new Chunk(2, "t3", false, Chunk.WHOLE))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "openinference-rag ~ {\"context\":{\"trace_id\":\"t\"},\"span_kind\":\"RETRIEVER\",\"attributes\":{"
                        + "\"retrieval.documents.10.document.content\":\"k\",\"retrieval.documents.9.document.content\":\"j\","
                        + "\"retrieval.documents.2.document.score\":1,\"retrieval.documents.0.document.content\":\"a\"}}",
                "otlp-rag ~ {\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"attributes\":["
                        + "{\"key\":\"retrieval.documents.10.document.content\",\"value\":{\"stringValue\":\"k\"}},"
                        + "{\"key\":\"retrieval.documents.9.document.content\",\"value\":{\"stringValue\":\"j\"}},"
                        + "{\"key\":\"retrieval.documents.2.document.score\",\"value\":{\"doubleValue\":1}},"
                        + "{\"key\":\"retrieval.documents.0.document.content\",\"value\":{\"stringValue\":\"a\"}}]}]}]}]}"
            })
    void readsRetrievedDocumentsOutOfFlattenedAttributesInTheOrderOfTheirNumbers(String preset, String span)
            throws PlanRefused {
        Mapping mapping = Records.preset(preset);
        CanonicalRecord record = new Canonical(mapping).ofGroup(Records.map(mapping, span).rows);
        assertThat(Records.chunks(Records.sample(record).context())).containsExactly("a", "", "j", "k");
    }

    @Test
    void takesALaterAlternativeForAListOfNothingButNulls() throws PlanRefused {
        MappingSpec spec = new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(),
                null,
                Map.of("context", new FieldSpec.FirstOf(List.of("docs[].a", "docs[].b", "docs[].c"))));
        Mapping mapping = Records.mapping(spec);
        assertThat(Records.chunks(Records.sample(Records.only(mapping, "{\"docs\":[{\"b\":\"t\",\"c\":\"u\"},{}]}"))
                        .context()))
                .containsExactly("t", "");
        assertThat(Records.sample(Records.only(mapping, "{\"docs\":[{\"a\":null}]}"))
                        .context())
                .isEqualTo(new RetrievedContext.Chunks(List.of(new Chunk(0, "", true, Chunk.WHOLE))));
    }

    @Test
    void makesATraceOfPraisonEventsWithTheirOwnText() throws PlanRefused {
        Mapping mapping = Records.preset("praisonai");
        String response =
                "{\"event_type\":\"llm_response\",\"session_id\":\"s\",\"agent_name\":\"writer\",\"sequence_num\":4,\"timestamp\":1.5,"
                        + "\"data\":{\"response_content\":\"a\"},\"prompt_tokens\":7,\"completion_tokens\":3,\"tokens_budget\":8}";
        String request =
                "{\"event_type\":\"llm_request\",\"session_id\":\"s\",\"agent_name\":\"writer\",\"sequence_num\":3,\"data\":{\"z\":1.0}}";
        Records.Kept kept = Records.map(mapping, response, request);
        assertThat(kept.rows).extracting(MappedRow::groupKey).containsOnly("s");
        CanonicalRecord record = new Canonical(mapping).ofGroup(kept.rows);
        assertThat(record.sampleId()).isEqualTo("s");
        assertThat(record.idDerived()).isFalse();
        assertThat(record.sample()).isNull();
        assertThat(trace(record).events()).hasToString("[" + request + "," + response + "]");
        assertThat(trace(record).exact()).isTrue();
        assertThat(trace(record).budgetLedger())
                .hasToString("[{\"agent_name\": \"writer\", \"used_tokens\": 10, \"budget_tokens\": 8}]");
    }

    @Test
    void makesARequestAndAResponseOfASpan() throws PlanRefused {
        Mapping mapping = Records.preset("openinference");
        Records.Kept kept = Records.map(mapping, """
                {"context":{"trace_id":"t","span_id":"s"},"name":"n","span_kind":"LLM","start_time":"2026",
                 "attributes":{"llm.input_messages.0.message.role":"user","llm.input_messages.0.message.content":"q",
                 "output.value":"a","llm.token_count.prompt":187.0}}
                """);
        CanonicalRecord record = new Canonical(mapping).ofGroup(kept.rows);
        assertThat(record.sampleId()).isEqualTo("t");
        assertThat(trace(record).exact()).isFalse();
        assertThat(trace(record).events())
                .hasToString("[{\"event_type\": \"llm_request\", \"agent_name\": \"n\", \"data\": {\"messages\": "
                        + "[{\"role\": \"user\", \"content\": \"q\"}]}}, {\"event_type\": \"llm_response\", \"agent_name\": \"n\", "
                        + "\"data\": {\"response_content\": \"a\"}, \"prompt_tokens\": 187}]");
    }

    @Test
    void makesALedgerOfItsRows() throws PlanRefused {
        Mapping mapping = Records.preset("praisonai-ledger");
        Records.Kept kept = Records.map(
                mapping,
                "{\"agent_name\":\"writer\",\"used_tokens\":4100,\"budget_tokens\":6000}",
                "{\"agent_name\":null,\"used_tokens\":\"x\",\"budget_tokens\":null}");
        CanonicalRecord ledger = new Canonical(mapping).ofGroup(kept.rows);
        assertThat(ledger.sampleId()).isEqualTo("part.jsonl");
        assertThat(trace(ledger).budgetLedger())
                .hasToString("[{\"agent_name\": \"writer\", \"used_tokens\": 4100, \"budget_tokens\": 6000}, "
                        + "{\"agent_name\": null, \"used_tokens\": \"x\", \"budget_tokens\": null}]");
        CanonicalRecord events = Records.only(Records.preset("traces"), "{\"trace_events\": [1], \"id\": \"t\"}");
        assertThat(trace(Canonical.withLedger(events, ledger)))
                .satisfies(both -> assertThat(both.events()).hasToString("[1]"))
                .satisfies(both ->
                        assertThat(both.budgetLedger()).isEqualTo(trace(ledger).budgetLedger()));
    }

    @Test
    void handsRowsToSqlAndTakesItsValuesBack() throws PlanRefused {
        Mapping mapping = Records.mapping(new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(),
                null,
                Map.of("retriever_version", new FieldSpec.Sql("regexp_extract(file_name, 'x', 0)"))));
        Records.Kept kept = Records.map(mapping, "{\"input\": \"q\", \"context\": [\"c\"]}");
        MappedRow row = kept.rows.get(0);
        List<String> names =
                mapping.sqlColumns().stream().map(Mapping.SqlColumn::name).toList();
        assertThat(mapping.sqlInput(row).get(names.indexOf("context"))).isEqualTo(List.of("c"));
        assertThat(mapping.sqlInput(row).get(names.indexOf("file_name"))).isEqualTo("part.jsonl");
        assertThat(mapping.sqlFields()).extracting(Mapping.SqlField::name).containsExactly("retriever_version");
        Records.Kept filled = new Records.Kept();
        mapping.putSql(row, List.of("v2"), filled);
        mapping.putSql(row, Arrays.asList((Object) null), filled);
        mapping.putSql(row, List.of(List.of("v2")), filled);
        Canonical canonical = new Canonical(mapping);
        assertThat(filled.rows)
                .extracting(r -> canonical.of(r).dimensions())
                .containsExactly(Map.of("retriever_version", "v2"), Map.of());
        assertThat(filled.rejections)
                .singleElement()
                .satisfies(r -> assertThat(r.field()).isEqualTo("retriever_version"));
    }

    @Test
    void sendsARowWithoutTheBufferAroundIt() throws PlanRefused, IOException, ClassNotFoundException {
        Mapping mapping = plain();
        String padding = "x".repeat(100_000);
        Records.Kept kept = Records.map(
                mapping, "{\"context\": [\"c\", null], \"trace_events\": [1.0], \"padding\": \"" + padding + "\"}");
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
            out.writeObject(kept.rows.get(0));
        }
        assertThat(sent.size()).isLessThan(5_000);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
            MappedRow received = (MappedRow) in.readObject();
            Canonical canonical = new Canonical(mapping);
            assertThat(canonical.of(received)).isEqualTo(canonical.of(kept.rows.get(0)));
        }
    }

    @Test
    void gathersEveryProblemOfAMapping() {
        MappingSpec bad = new MappingSpec(
                null,
                "qrel",
                List.of("a["),
                "x =",
                List.of(),
                "g(",
                Map.of("output", new FieldSpec.FirstOf(List.of("first(a)"))));
        assertThatThrownBy(() -> Mapping.compile("inputs[1].", Preset.NONE, bad, List.of(), ScoringOptions.DEFAULTS))
                .isInstanceOfSatisfying(
                        PlanRefused.class,
                        refused -> assertThat(refused.problems())
                                .hasSize(5)
                                .allSatisfy(problem -> assertThat(problem).startsWith("inputs[1]."))
                                .anySatisfy(problem -> assertThat(problem)
                                        .contains(
                                                "kind: qrel is unknown; must be samples, events, ledger, qrels, run,"))
                                .anySatisfy(problem -> assertThat(problem).startsWith("inputs[1].fields.output: ")));
    }

    @Test
    void namesTheColumnThatNoHeaderHas() throws PlanRefused {
        Mapping mapping = Records.mapping(Records.fields("output", "anser", "input", "Question", "team", "meta.team"));
        assertThat(mapping.unknownColumns(List.of("question", "answer", "meta.team")))
                .containsExactly("fields.output: no column is called `anser`; there are question, answer, meta.team");
    }
}
