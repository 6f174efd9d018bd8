package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded judge in whole runs: equal tables however the rows are spread, and what happens where it can't be loaded. */
class EmbeddedJudgeIT {
    private static final List<String> ROW_TABLES = List.of("scores", "verdicts");

    @TempDir
    Path folder;

    @Test
    void givesTheSameTablesForEveryPartitioningAndNumberOfThreads() throws Exception {
        PublishedRun once = partitioned("one", 1);
        PublishedRun oneThread = ownProcess("single", List.of("-Dspark.master=local[1]"));

        for (PublishedRun other : List.of(partitioned("two", 2), partitioned("seven", 7), oneThread)) {
            assertThat(other.text("summary.csv")).isEqualTo(once.text("summary.csv"));
            for (String table : ROW_TABLES) {
                assertThat(sorted(other.rows(table))).as(table).isEqualTo(sorted(once.rows(table)));
            }
        }
        assertThat(once.text("summary.csv")).contains(",ctx_waste,").contains(",embedded,");
    }

    @Test
    void refusesTheRunWhereItsLibraryIsMissingAndSaysWhatToDo() throws Exception {
        OwnProcess process = start("refused", List.of(withoutLibrary()));

        assertThat(process.exitCode()).as(process.log()).isEqualTo(2);
        assertThat(process.log())
                .contains("judge.kind: embedded; the embedding model can't be loaded")
                .contains("a folder for temporary files with 48 MB left")
                .contains("judge.kind=lexical")
                .contains("judge.fallback=lexical")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("refused").resolve("runs")).doesNotExist();
    }

    @Test
    void letsTheLexicalJudgeStandInWhereThePlanAllowsItAndSaysSoInEveryRowAndInTheReport() throws Exception {
        PublishedRun run = ownProcess("fallback", List.of(withoutLibrary()), "--set", "judge.fallback=lexical");

        for (JsonNode row : run.rows("scores")) {
            boolean judged = row.get("ctx_suff_status").textValue().equals("ok")
                    && row.get("ctx_suff_metadata").get("n_aspects").asInt() > 0
                    && !row.get("ctx_suff_metadata").toString().contains("empty_context");
            if (judged) {
                assertThat(row.toString()).contains("In place of the embedded judge");
            }
        }
        assertThat(run.rows("verdicts")).isNotEmpty().allSatisfy(verdict -> {
            assertThat(verdict.get("judge").textValue()).isEqualTo("lexical");
            assertThat(verdict.get("judgement").textValue()).contains("In place of the embedded judge");
        });
        assertThat(run.text("summary.csv")).contains(",lexical,").doesNotContain(",embedded,");
        assertThat(run.text("report.md")).contains("the lexical judge stands in for the embedded one");
        assertThat(run.manifest().get("judge").get("kind").textValue()).isEqualTo("embedded");
        assertThat(run.manifest().get("judge").get("name").textValue()).isEqualTo("lexical");
        assertThat(run.text("config.yaml")).contains("fallback: \"lexical\"");
        try (Stream<Path> nights = Files.list(folder.resolve("fallback/state/history/ctxeval"))) {
            JsonNode night =
                    PublishedRun.read(Files.readString(nights.findFirst().orElseThrow()));
            assertThat(night.get("judge").get("kind").textValue()).isEqualTo("lexical");
        }
    }

    @Test
    void isNotLoadedWhereNothingIsJudged() throws Exception {
        PublishedRun run = ownProcess("unjudged", List.of(withoutLibrary()), "--metrics", "ctx_tokens");

        assertThat(run.rows("scores")).isNotEmpty();
    }

    /** ONNX Runtime looks for its library there and nowhere else. */
    private String withoutLibrary() throws Exception {
        return "-Donnxruntime.native.path="
                + Files.createDirectories(folder.resolve("no-library")).toAbsolutePath();
    }

    private PublishedRun partitioned(String name, int partitions) throws Exception {
        CommandRun run = LocalSpark.withPartitions(
                partitions, () -> CommandRun.of(arguments(name).toArray(String[]::new)));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return PublishedRun.onlyIn(folder.resolve(name));
    }

    private PublishedRun ownProcess(String name, List<String> options, String... more) throws Exception {
        OwnProcess process = start(name, options, more);
        assertThat(process.exitCode()).as(process.log()).isZero();
        return PublishedRun.onlyIn(folder.resolve(name));
    }

    private OwnProcess start(String name, List<String> options, String... more) throws Exception {
        List<String> arguments = arguments(name);
        arguments.addAll(List.of(more));
        List<String> all = new ArrayList<>(List.of("-Dspark.ui.enabled=false"));
        if (options.stream().noneMatch(option -> option.startsWith("-Dspark.master"))) {
            all.add("-Dspark.master=local[2]");
        }
        all.addAll(options);
        return OwnProcess.start(folder.resolve(name + ".log"), all, Map.of(), arguments);
    }

    private List<String> arguments(String name) {
        return new ArrayList<>(List.of(
                "evaluate",
                "--input",
                "datasets/rag/answers_v2.jsonl",
                "--rows",
                "jsonl",
                "--set",
                "max-rejected=10%",
                "--output",
                folder.resolve(name).toString()));
    }

    private static List<String> sorted(List<JsonNode> rows) {
        List<String> texts = new ArrayList<>();
        rows.forEach(row -> texts.add(row.toString()));
        Collections.sort(texts);
        return texts;
    }
}
