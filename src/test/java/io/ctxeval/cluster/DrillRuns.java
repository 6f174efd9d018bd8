package io.ctxeval.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.rehearsal.FakeJudgeServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Evaluations of one input on the drills' cluster, by a fake judge of this JVM. */
final class DrillRuns {
    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final FakeJudgeServer judge;
    private final Path input;

    DrillRuns(Path folder, FakeJudgeServer judge, List<String> rows) throws IOException {
        this.folder = folder;
        this.judge = judge;
        input = folder.resolve("rows.jsonl");
        Files.write(input, rows);
    }

    /** RAG samples, no two of which ask the same. */
    static List<String> rows(int count, int chunks) {
        List<String> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ObjectNode row = JSON.createObjectNode();
            row.put("sample_id", "s-" + i);
            row.put("input", "When does gate " + i + " open?");
            ArrayNode context = row.putArray("context");
            for (int c = 0; c < chunks; c++) {
                context.add("Gate " + (i + c) + " opens at " + (c + i % 12) + " in the morning.");
            }
            row.put("output", "Gate " + i + " opens at " + i % 12 + ".");
            rows.add(row.toString());
        }
        return rows;
    }

    /** Starts an evaluation under an output folder of its own or one that runs before it used. */
    DriverRun start(int executors, String output, String runId, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "evaluate",
                "--input",
                input.toString(),
                "--rows",
                "jsonl",
                "--output",
                folder.resolve(output).toString(),
                "--run-id",
                runId,
                "--set",
                "tokens.tokenizer=chars4"));
        arguments.addAll(List.of(more));
        if (!arguments.contains("--judge")) {
            arguments.addAll(List.of(
                    "--judge",
                    "openai",
                    "--judge-url",
                    judge.root() + "/v1",
                    "--model",
                    "fake",
                    "--set",
                    "judge.key-env=CTXEVAL_NO_SUCH_KEY"));
        }
        return ClusterForDrills.shared().start(executors, folder.resolve(output + "-" + runId + ".log"), arguments);
    }

    /** Evaluates to the end, which must be a published run. */
    Tables evaluate(int executors, String output, String runId, String... more) throws Exception {
        try (DriverRun run = start(executors, output, runId, more)) {
            return finished(run, output, runId);
        }
    }

    Tables finished(DriverRun run, String output, String runId) throws Exception {
        int exitCode = run.exitCode();
        Path published = folder.resolve(output).resolve("runs").resolve(runId);
        assertThat(published.resolve("run.json"))
                .as("exit code %d: %s", exitCode, run.said())
                .exists();
        assertThat(exitCode).as(run.said()).isIn(0, 1);
        List<String> scores = new ArrayList<>();
        try (Stream<Path> files = Files.list(published.resolve("scores"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".jsonl")).toList()) {
                scores.addAll(Files.readAllLines(file));
            }
        }
        scores.sort(null);
        return new Tables(exitCode, scores, Files.readString(published.resolve("summary.csv")));
    }

    /**
     * What a run is compared by.
     *
     * @param scores rows in the order of their text
     */
    record Tables(int exitCode, List<String> scores, String summary) {
        Tables {
            scores = List.copyOf(scores);
        }

        /** Rows that the metric scored. */
        long scored(String metric) {
            return scores.stream()
                    .filter(row -> row.contains("\"" + metric + "_status\":\"ok\""))
                    .count();
        }
    }
}
