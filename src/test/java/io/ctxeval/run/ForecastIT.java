package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plan} tells of the mapping before anything is paid for, and what the run's page says of it afterwards. */
class ForecastIT {
    private static final String ROW =
            "{\"sample_id\": \"a\", \"question\": \"where?\", \"contexts\": [\"in Paris\"]}\n";

    @TempDir
    Path folder;

    @Test
    void namesTheColumnsThatFillFieldsAndTheMetricsThatFieldsAreMissingFor() throws Exception {
        CommandRun run = run("plan");

        assertThat(run.out())
                .contains("1 records in 1 file (jsonl) (preset ragas-v0)")
                .contains("  input from question\n")
                .containsPattern("  no output: ctx_waste, .*ctx_waste_lex, support are left out\n")
                .doesNotContain("ground_truth")
                .doesNotContain("left out: support");
    }

    @Test
    void aRunNamesTheFormatAndTheKindOfItsInput() throws Exception {
        run("evaluate", "--run-id", "r1");

        assertThat(Files.readString(folder.resolve("out/runs/r1/run.json")))
                .contains("\"format\" : \"jsonl\",\n      \"kind\" : \"samples\"");
    }

    private CommandRun run(String command, String... more) throws Exception {
        Path input = folder.resolve("in.jsonl");
        Files.writeString(input, ROW);
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--judge",
                "lexical",
                "--input",
                input.toString(),
                "--output",
                folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
