package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.PlanRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that other tools wrote, with the number of records that their notice states. */
class PublicFilesIT {
    private static final Path FORMATS = Path.of("../shared/data/formats");

    @ParameterizedTest
    @CsvSource({
        "ragas/hf_doc_qa_eval.csv, 66, 0",
        "ragas-evaluator/sample_test_questions.csv, 10, 0",
        "deepeval/goldens.csv, 15, 0",
        "continuous-eval/retrieval_sm.jsonl, 10, 0",
        "graphrag/jsonl-with-invalid-and-blank-lines.jsonl, 3, 2",
        "promptflow-colors/colors.csv, 3, 0",
        "promptflow-colors/colors.tsv, 3, 0",
        "promptflow-colors/colors.jsonl, 3, 0",
        "promptflow-colors/colors.parquet, 3, 0",
        "parquet-lists/list_columns.parquet, 3, 0",
        "parquet-lists/nested_lists.snappy.parquet, 3, 0",
        "parquet-lists/null_list.parquet, 1, 0",
        "parquet-lists/old_list_structure.parquet, 1, 0",
        "parquet-lists/repeated_no_annotation.parquet, 6, 0",
        "parquet-lists/repeated_primitive_no_list.parquet, 4, 0",
        "beir/beir-segment1.jsonl.gz, 2, 0",
        "opik/test-dataset.csv, 3, 0",
        "flashrag/nq_test.jsonl, 17, 0",
        "mtrag/taskb_input.jsonl, 10, 0",
        "autorag/qa_data_sample.parquet, 10, 0",
        "haystack/aragog_detailed_MiniLM_topk2_chunk64.csv, 107, 0",
        "domyn-swarm/chat_completion.parquet, 65, 0",
        "curator/camel_gt_dataset.parquet, 27, 0"
    })
    void findsTheRecordsOfTheNotice(String name, int records, int rejected) throws PlanRefused {
        Assumptions.assumeTrue(Files.isDirectory(FORMATS), FORMATS + " is not there: skipped");
        List<Outcome> outcomes =
                InputsFixture.open(FORMATS.resolve(name).toString()).preview(0, Integer.MAX_VALUE);
        long bad = outcomes.stream()
                .filter(outcome -> outcome instanceof Rejection)
                .count();
        assertThat(bad).isEqualTo(rejected);
        assertThat(outcomes.size() - bad).isEqualTo(records);
    }
}
