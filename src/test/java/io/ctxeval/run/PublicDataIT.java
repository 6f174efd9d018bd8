package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of others through the whole job, with nothing but their path: the preset, what became of the records, scored rows of a
 * metric, the exit code. Record counts are those of {@code ../shared/data/formats/NOTICE.md} and of the files' lines.
 */
class PublicDataIT {
    private static final Path DATA = Path.of("../shared/data");

    @TempDir
    Path output;

    @ParameterizedTest
    @CsvSource({
        // file, preset, records, metric, ok rows, exit code
        "public/clapnq/clapnq_answerable_dev.jsonl, clapnq, 131, ctx_tokens, 131, 0",
        "public/clapnq/clapnq_unanswerable_dev.jsonl, clapnq, 132, ctx_tokens, 132, 0",
        "public/ramdocs/ramdocs_dev.jsonl, auto, 215, ctx_tokens, 215, 0",
        "formats/deepeval/goldens.csv, deepeval, 15, ctx_waste, 15, 0",
        "formats/continuous-eval/retrieval_sm.jsonl, auto, 10, ctx_tokens, 10, 0"
    })
    void isReadWithNothingButItsPath(String file, String preset, long records, String metric, long ok, int exitCode)
            throws Exception {
        CommandRun run = evaluate(file);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        JsonNode manifest = PublishedRun.onlyIn(output).manifest();
        JsonNode input = manifest.get("inputs").get(0);
        assertThat(input.get("preset").textValue()).isEqualTo(preset);
        assertThat(input.get("used").longValue()).isEqualTo(records);
        assertThat(input.get("filtered").longValue()).isZero();
        assertThat(input.get("rejected").longValue()).isZero();
        for (JsonNode figures : manifest.get("metrics")) {
            assertThat(figures.get("samples").longValue()).isEqualTo(records);
            assertThat(figures.get("identity_holds").booleanValue()).isTrue();
            if (figures.get("id").textValue().equals(metric)) {
                assertThat(figures.get("ok").longValue()).isEqualTo(ok);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"formats/ragas/hf_doc_qa_eval.csv, 4, no metric can be computed from"})
    void isRefusedWhereNothingCanBeScored(String file, int exitCode, String message) throws Exception {
        CommandRun run = evaluate(file);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        // tokens of the file's only call: 18 of ChatOpenAI, 44 of "chat gpt-4o"
        "formats/langsmith/langsmith_py_wrap_openai.json, ChatOpenAI, 18, true",
        "formats/langsmith/langsmith_py_wrap_openai.json, ChatOpenAI, 17, false",
        "formats/langfuse/autogen-2025-06-06.json, chat gpt-4o, 44, true"
    })
    void budgetsOfThePlanServeCallsThatStateTheirTokens(String file, String agent, int budget, boolean within)
            throws Exception {
        CommandRun run = evaluate(file, "--set", "trace.budgets." + agent + "=" + budget, "--threshold", "budget=0");

        assertThat(run.exitCode()).as(run.err()).isZero();
        PublishedRun published = PublishedRun.onlyIn(output);
        assertThat(published.rows("budgets")).singleElement().satisfies(entry -> {
            assertThat(entry.get("agent_name").textValue()).isEqualTo(agent);
            assertThat(entry.get("budget_tokens").longValue()).isEqualTo(budget);
            assertThat(entry.get("within_budget").booleanValue()).isEqualTo(within);
        });
    }

    private CommandRun evaluate(String file, String... more) {
        assumeTrue(Files.isDirectory(DATA), "../shared/data isn't there: skipped");
        List<String> arguments = new ArrayList<>(List.of(
                "evaluate",
                "--judge",
                "lexical",
                "--input",
                DATA.resolve(file).toString(),
                "--set",
                "tokens.tokenizer=chars4",
                "--rows",
                "jsonl",
                "--output",
                output.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
