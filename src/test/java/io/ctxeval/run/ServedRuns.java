package io.ctxeval.run;

import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import io.ctxeval.rehearsal.FakeJudgeServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs of the command line against a fake judge, over one input in one folder. */
final class ServedRuns {
    private final Path folder;
    private final FakeJudgeServer judge;
    private final Path input;

    ServedRuns(Path folder, FakeJudgeServer judge, List<String> lines) throws IOException {
        SparkForTests.session();
        this.folder = folder;
        this.judge = judge;
        input = folder.resolve("rows.jsonl");
        Files.write(input, lines);
    }

    Path output() {
        return folder.resolve("out");
    }

    PublishedRun published(String runId) {
        return new PublishedRun(output().resolve("runs").resolve(runId));
    }

    String url() {
        return judge.root() + "/v1";
    }

    /** Evaluates under the id, with retries that don't wait long. */
    CommandRun evaluate(String runId, String... more) {
        return run("evaluate", runId, more);
    }

    CommandRun run(String command, String runId, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--input",
                input.toString(),
                "--rows",
                "jsonl",
                "--run-id",
                runId,
                "--output",
                output().toString(),
                "--metrics",
                "ctx_waste,ctx_suff,ctx_waste_lex",
                "--set",
                "tokens.tokenizer=chars4",
                "--set",
                "judge.key-env=CTXEVAL_NO_SUCH_KEY"));
        arguments.addAll(List.of(more));
        addUnlessGiven(arguments, "--judge", "openai");
        addUnlessGiven(arguments, "--judge-url", url());
        addUnlessGiven(arguments, "--model", "fake");
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static void addUnlessGiven(List<String> arguments, String option, String value) {
        if (!arguments.contains(option)) {
            arguments.addAll(List.of(option, value));
        }
    }
}
