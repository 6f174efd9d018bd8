package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.JoinSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of information retrieval: told by their shape, and joined. */
class RetrievalInputsIT {
    private static final Path FORMATS = Path.of("../shared/data/formats");

    @TempDir
    Path folder;

    private String write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    private static Inputs open(String... paths) throws PlanRefused {
        List<InputSpec> specs = new ArrayList<>();
        for (String path : paths) {
            specs.add(InputSpec.of(path));
        }
        return InputsFixture.open(specs.toArray(new InputSpec[0]));
    }

    @ParameterizedTest
    @CsvSource({
        "trec/cacm.qrels, trec-qrels, qrels, trec, 796",
        "trec/sample.run, trec-run, run, trec, 6",
        "beir/beir-nfcorpus-corpus.jsonl, beir-corpus, corpus, jsonl, 2",
        "beir/beir-segment1.jsonl.gz, beir-corpus, corpus, jsonl, 2",
        "squad/squad_dev_sample.json, squad, samples, jsonl, 1"
    })
    void tellsThemByTheirContent(String name, String preset, String kind, String format, int records)
            throws PlanRefused {
        assumeTrue(Files.isDirectory(FORMATS), FORMATS + " is not there: skipped");
        Inputs inputs = open(FORMATS.resolve(name).toString());
        InputReport report = inputs.reports().get(0);
        assertThat(report.preset()).isEqualTo(preset);
        assertThat(report.kind()).isEqualTo(kind);
        assertThat(report.formats()).containsOnlyKeys(format);
        assertThat(report.previewed()).isEqualTo(records);
        assertThat(report.rejected()).isZero();
    }

    @Test
    void aQuoteSwallowsNothingAndAShortLineIsRejected() throws IOException, PlanRefused {
        String qrels = write("odd.qrels", "1 0 \"d1 1\n1 0 d2\t0\n\n1 0 d3\n1 0 d4 high\n");
        Inputs inputs = open(qrels);
        assertThat(InputsFixture.preview(inputs))
                .containsExactlyInAnyOrder(
                        "odd.qrels@0 null -> null | null | null",
                        "odd.qrels@10 filtered",
                        "odd.qrels@20 rejected found 3 fields, expected 4: query_id, iteration, doc_id, relevance",
                        "odd.qrels@27 rejected relevance: found high, expected a number");
    }

    @Test
    void readsLabelsOfTabsWithoutAHeader() throws IOException, PlanRefused {
        String qrels = write("qrels.dev.tsv", "1\t0\td1\t1\n2\t0\td1\t2\n");
        assertThat(open(qrels).reports().get(0).preset()).isEqualTo("trec-qrels");
    }

    @Test
    void joinsQueriesCorpusLabelsAndRuns() throws IOException, PlanRefused {
        String corpus = write(
                "corpus.jsonl",
                "{\"_id\":\"d1\",\"title\":\"T\",\"text\":\"one\"}\n{\"_id\":\"d2\",\"title\":\"\",\"text\":\"two\"}\n");
        String queries = write(
                "queries.jsonl",
                "{\"_id\":\"q1\",\"text\":\"why?\"}\n{\"_id\":\"q2\",\"text\":\"how?\"}\n{\"_id\":\"q3\",\"text\":\"who?\"}\n");
        String qrels = write("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td2\t1\n");
        String runs = write(
                "runs/all.run",
                "q1 Q0 d2 1 2.5 bm25\nq1 Q0 d1 2 3.5 bm25\nq9 Q0 d3 1 1 bm25\nq1 Q0 d1 1 1 dense\nq2 Q0 d2 1 1 dense\n");
        Inputs inputs = open(corpus, queries, qrels, runs);
        assertThat(inputs.reports())
                .extracting(InputReport::preset)
                .containsExactly("beir-corpus", "beir-queries", "beir-qrels", "trec-run");
        List<String> once = lines(inputs, 1);
        assertThat(once)
                .containsExactly(
                        "q1 bm25 why? [d1, d2] {d1=2.0} [T\none, two]",
                        "q1 dense why? [d1] {d1=2.0} [T\none]",
                        "q2 bm25 how? [] {d2=1.0} []",
                        "q2 dense how? [d2] {d2=1.0} [two]",
                        "q9 bm25 null [d3] {} []");
        for (int partitions : new int[] {2, 7}) {
            assertThat(lines(inputs, partitions)).as(partitions + " partitions").isEqualTo(once);
        }
        // 2 documents, 3 queries, 2 labels, 5 hits: each comes to one outcome
        assertThat(inputs.outcomes(3).count()).isEqualTo(12);
    }

    private static List<String> lines(Inputs inputs, int partitions) {
        TreeSet<String> lines = new TreeSet<>();
        for (Outcome outcome : inputs.outcomes(partitions).collect()) {
            if (outcome instanceof CanonicalRecord record) {
                RagSample sample = Objects.requireNonNull(record.sample());
                Retrieval retrieval = Objects.requireNonNull(sample.retrieval());
                String context = sample.context() instanceof RetrievedContext.Chunks chunks
                        ? chunks.chunks().stream()
                                .filter(chunk -> !chunk.wasNull())
                                .map(chunk -> chunk.text())
                                .toList()
                                .toString()
                        : "none";
                lines.add(record.sampleId() + " " + record.dimensions().get("retriever_version") + " " + sample.input()
                        + " " + retrieval.ids() + " " + retrieval.labels() + " " + context);
            }
        }
        return List.copyOf(lines);
    }

    @Test
    void joinsRagTruthAnswersWithTheirSources() throws PlanRefused {
        assumeTrue(Files.isDirectory(FORMATS), FORMATS + " is not there: skipped");
        MappingSpec mapping = new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(new JoinSpec(
                        "source",
                        FORMATS.resolve("ragtruth/source_info.readme.jsonl").toString(),
                        "source_id",
                        "source_id")),
                null,
                Map.of());
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(
                FORMATS.resolve("ragtruth/response.readme.jsonl").toString(), mapping));
        assertThat(inputs.reports().get(0).preset()).isEqualTo("ragtruth");
        CanonicalRecord record = (CanonicalRecord) inputs.preview(0, 10).get(0);
        RagSample sample = Objects.requireNonNull(record.sample());
        assertThat(record.sampleId()).isEqualTo("1472");
        assertThat(record.dimensions()).containsEntry("retriever_version", "mistral-7B-instruct");
        assertThat(sample.output()).startsWith("The Palestini");
        assertThat(sample.context()).isInstanceOfSatisfying(RetrievedContext.Chunks.class, chunks -> {
            assertThat(chunks.chunks()).hasSize(1);
            assertThat(chunks.chunks().get(0).text()).startsWith("The Palestinian Authority officially became");
        });
    }

    @Test
    void findsTheSourcesOfRagTruthBesideItsAnswers() throws IOException, PlanRefused {
        write("source_info.jsonl", """
                {"source_id":"1","task_type":"QA","source_info":{"question":"how?","passages":"passage 1:a\\n\\npassage 2:b"},"prompt":"p1"}
                {"source_id":"2","task_type":"Data2txt","source_info":{"name":"Subway","stars":3.0},"prompt":"p2"}
                """);
        String responses = write("response.jsonl", """
                {"id":"a","source_id":"1","model":"m","labels":[],"quality":"good","response":"r1"}
                {"id":"b","source_id":"2","model":"m","labels":[],"quality":"good","response":"r2"}
                """);
        assertThat(InputsFixture.preview(open(responses)))
                .satisfiesExactly(
                        first -> assertThat(first).contains("how? -> r1 | [passage 1:a\n\npassage 2:b]"),
                        second -> assertThat(second).contains("p2 -> r2 | [{\"name\":\"Subway\",\"stars\":3.0}]"));
    }

    private static final String SOURCES = """
            {"source_id":"10","source_info":{"question":"q?","passages":"passage 1:a"},"prompt":"p"}
            {"source_id":"11","source_info":"long text","prompt":"p2"}
            {"source_id":"10","source_info":"dup","prompt":"pd"}
            {"source_id":"11", "prompt":"p2", "source_info":"long text"}
            {"source_info":"whose?"}
            no record
            """;

    private static String answer(String id, String source) {
        return "{\"id\":\"" + id + "\",\"source_id\":" + source
                + ",\"model\":\"m\",\"labels\":[],\"quality\":\"good\",\"response\":\"r\"}\n";
    }

    private String answers(String name) throws IOException {
        return write(
                name,
                answer("1", "\"10\"")
                        + answer("2", "10")
                        + answer("3", "\"11\"")
                        + answer("4", "\"99\"")
                        + answer("5", "null")
                        + answer("6", "\"10.0\""));
    }

    @Test
    void rowsWithoutAPartnerAreCounted() throws IOException, PlanRefused {
        write("source_info.jsonl", SOURCES);
        Inputs inputs = open(answers("response.jsonl"));
        String sentence = "3 rows find no partner in join source, whose fields are null there: the first is key 99 (";
        assertThat(inputs.reports().get(0).remarks())
                .singleElement()
                .satisfies(remark -> assertThat(remark.sentence()).startsWith(sentence));
        for (int partitions : new int[] {1, 3}) {
            List<Remark> remarks = new ArrayList<>();
            for (Outcome outcome : inputs.outcomes(partitions).collect()) {
                remarks.addAll(((CanonicalRecord) outcome).notes().remarks());
            }
            assertThat(Remark.sum(List.of(), remarks))
                    .isEqualTo(inputs.reports().get(0).remarks());
        }
    }

    @Test
    void rowsLeftOutForWantOfAPartnerAreCounted() throws IOException, PlanRefused {
        write("source_info.jsonl", SOURCES);
        MappingSpec where =
                new MappingSpec(null, null, List.of(), "source.prompt is not null", List.of(), null, Map.of());
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(answers("response.jsonl"), where));
        assertThat(inputs.reports().get(0).filtered()).isEqualTo(3);
        assertThat(inputs.reports().get(0).remarks()).extracting(Remark::count).containsExactly(3L);
    }

    @Test
    void partnersThatContradictAndThoseOfNobodyAreNamed() throws IOException, PlanRefused {
        write("source_info.jsonl", SOURCES);
        List<String> warnings = open(answers("response.jsonl")).reports().get(0).warnings();
        assertThat(warnings)
                .anySatisfy(warning -> assertThat(warning)
                        .startsWith("join source: 1 record contradicts an earlier one with its key: 10 at ")
                        .contains("stands there otherwise in ")
                        .endsWith("source_info.jsonl at 0, which holds"))
                .anySatisfy(warning ->
                        assertThat(warning).startsWith("join source: 1 record has no key and is nobody's partner: "))
                .anySatisfy(warning -> assertThat(warning).startsWith("join source: 1 record can't be read: "))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"rt", "rt/*.jsonl", "rt/*", "*/*.jsonl"})
    void findsTheSourcesOfRagTruthInItsFolder(String path) throws IOException, PlanRefused {
        write("rt/source_info.jsonl", SOURCES);
        answers("rt/response.jsonl");
        Inputs inputs = open(folder.resolve(path).toString());
        InputReport report = inputs.reports().get(0);
        assertThat(report.preset()).isEqualTo("ragtruth");
        assertThat(report.files()).singleElement().asString().endsWith("response.jsonl");
        assertThat(report.rejected()).isZero();
        assertThat(report.warnings())
                .anySatisfy(warning -> assertThat(warning)
                        .endsWith(
                                "source_info.jsonl is joined with the rows of the other files, and not read as rows"));
        assertThat(InputsFixture.outcomes(inputs, 2))
                .hasSize(6)
                .anyMatch(line -> line.contains("q? -> r | [passage 1:a]"));
    }

    @Test
    void aFileThatAPlanJoinsIsNotReadAsRowsToo() throws IOException, PlanRefused {
        String sources = write("rt/sources.jsonl", SOURCES);
        answers("rt/response.jsonl");
        MappingSpec join = new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(new JoinSpec("source", sources, "source_id", "source_id")),
                null,
                Map.of());
        Inputs inputs =
                InputsFixture.open(InputsFixture.mapped(folder.resolve("rt").toString(), join));
        assertThat(InputsFixture.outcomes(inputs, 1)).hasSize(6);
    }

    @Test
    void aFolderOfLabelsAndARunNamesItsFilesByKind() throws IOException {
        write("trec/a.run", "q1 Q0 d1 1 2 A\n");
        write("trec/q.qrels", "q1 0 d1 1\n");
        assertThatThrownBy(() -> open(folder.resolve("trec").toString()))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("holds files of several kinds: qrels (")
                .hasMessageContaining("q.qrels), run (")
                .hasMessageContaining("give the files of each kind with an --input of their own");
    }

    @Test
    void aFolderOfBeirNamesItsFilesByKind() throws IOException {
        write("beir/corpus.jsonl", "{\"_id\":\"d1\",\"title\":\"T\",\"text\":\"alpha\"}\n");
        write("beir/queries.jsonl", "{\"_id\":\"q1\",\"text\":\"what\"}\n");
        write("beir/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n");
        assertThatThrownBy(() -> open(folder.resolve("beir").toString()))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("test.tsv), queries (")
                .hasMessageContaining("queries.jsonl), corpus (")
                .hasMessageContaining("corpus.jsonl)");
        assertThatThrownBy(() -> open(folder.resolve("beir/*.jsonl").toString()))
                .hasMessageContaining("several kinds: queries (");
    }

    @Test
    void answersBesideARunAreNotReadAsOne() throws IOException {
        write("both/a.run", "q1 Q0 d1 1 2 A\n");
        write("both/b.jsonl", "{\"question\":\"q\",\"contexts\":[\"c\"],\"answer\":\"a\"}\n");
        assertThatThrownBy(() -> open(folder.resolve("both").toString()))
                .hasMessageContaining("several kinds: samples (")
                .hasMessageContaining("a.run)");
    }

    @Test
    void filesOfOneKindAreOneInputAndANamedKindIsTaken() throws IOException, PlanRefused {
        write("runs/a.run", "q1 Q0 d1 1 2 A\n");
        write("runs/b.run", "q1 Q0 d2 1 2 B\n");
        assertThat(open(folder.resolve("runs").toString()).reports().get(0).previewed())
                .isEqualTo(2);
        write("corpus/1.jsonl", "{\"_id\":\"d1\",\"title\":\"T\",\"text\":\"alpha\"}\n");
        write("corpus/2.jsonl", "{\"_id\":\"d2\",\"text\":\"beta\"}\n");
        MappingSpec kind = new MappingSpec(null, "corpus", List.of(), null, List.of(), null, Map.of());
        assertThat(InputsFixture.open(
                                InputsFixture.mapped(folder.resolve("corpus").toString(), kind))
                        .reports()
                        .get(0)
                        .previewed())
                .isEqualTo(2);
    }

    @Test
    void aDocumentThatARunRepeatsIsNamed() throws IOException, PlanRefused {
        String run = write(
                "a.run",
                "q1 Q0 d2 1 5 A\nq1 Q0 d1 2 5 A\nq1 Q0 d1 5 1 A\nq1 Q0 d1 6 0 A\nq2 Q0 d1 1 1 A\nq1 Q0 d1 1 1 B\n");
        String qrels = write("q.qrels", "q1 0 d1 1\n");
        Inputs inputs = open(run, qrels);
        String sentence =
                "2 rows of a run repeat a document that stands higher in the same list: the first is document d1 of"
                        + " query q1 in run A (";
        assertThat(inputs.reports().get(0).remarks())
                .singleElement()
                .satisfies(remark ->
                        assertThat(remark.sentence()).startsWith(sentence).contains("a.run at 30)"));
        List<Remark> remarks = new ArrayList<>();
        for (Outcome outcome : inputs.outcomes(2).collect()) {
            if (outcome instanceof CanonicalRecord record) {
                remarks.addAll(record.notes().remarks());
            }
        }
        assertThat(Remark.sum(List.of(), remarks))
                .isEqualTo(inputs.reports().get(0).remarks());
        assertThat(lines(inputs, 1)).contains("q1 A null [d2, d1, d1, d1] {d1=1.0} none");
    }
}
