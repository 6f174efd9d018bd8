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
        input = Files.createDirectories(folder).resolve("rows.jsonl");
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

    /** Evaluates with a ledger of its own: nothing that another run paid for is reused. */
    CommandRun evaluateAnew(String runId, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--set", "state=" + state(runId)));
        arguments.addAll(List.of(more));
        return evaluate(runId, arguments.toArray(String[]::new));
    }

    /** The state folder of a run that was evaluated anew. */
    Path state(String runId) {
        return folder.resolve("state-" + runId);
    }

    CommandRun run(String command, String runId, String... more) {
        return CommandRun.of(arguments(command, runId, more).toArray(String[]::new));
    }

    /** The command line of such a run, for whoever starts it elsewhere. */
    List<String> arguments(String command, String runId, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--input",
                input.toString(),
                "--run-id",
                runId,
                "--output",
                output().toString(),
                "--set",
                "tokens.tokenizer=chars4"));
        arguments.addAll(List.of(more));
        if (arguments.stream().noneMatch(argument -> argument.startsWith("judge.key-env="))) {
            arguments.addAll(List.of("--set", "judge.key-env=CTXEVAL_NO_SUCH_KEY"));
        }
        addUnlessGiven(arguments, "--rows", "jsonl");
        addUnlessGiven(arguments, "--metrics", "ctx_waste,ctx_suff,ctx_waste_lex");
        addUnlessGiven(arguments, "--judge", "openai");
        addUnlessGiven(arguments, "--judge-url", url());
        addUnlessGiven(arguments, "--model", "fake");
        return arguments;
    }

    private static void addUnlessGiven(List<String> arguments, String option, String value) {
        if (!arguments.contains(option)) {
            arguments.addAll(List.of(option, value));
        }
    }
}
