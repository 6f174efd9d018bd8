package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
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
}
