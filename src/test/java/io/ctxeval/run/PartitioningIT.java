package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Same bits for any number of partitions, any order of rows, any split into files. */
class PartitioningIT {
    private static final List<String> ROW_TABLES = List.of("scores", "handoffs", "budgets", "verdicts", "rejected");
    private static final long SEED = 20261130;

    @TempDir
    Path folder;

    @Test
    void givesTheSameTablesForEveryPartitioningAndOrderOfTheSameRows() throws Exception {
        List<String> lines = new ArrayList<>(new GeneratedRows(SEED).lines(400));
        lines.add("{\"sample_id\": \"bad\", \"output\": {\"no\": \"text\"}, \"input\": \"q\"}");
        lines.add("{\"cut\": ");
        PublishedRun once = evaluate("one", write("one", lines, 1), 1);
        Collections.shuffle(lines, new Random(SEED));
        PublishedRun twice = evaluate("two", write("two", lines, 2), 2);
        Collections.shuffle(lines, new Random(SEED + 1));
        PublishedRun often = evaluate("seven", write("seven", lines, 5), 7);

        for (PublishedRun other : List.of(twice, often)) {
            for (String table : List.of("summary.csv", "thresholds.csv", "ranks.csv", "flows.csv")) {
                assertThat(other.text(table)).as(table).isEqualTo(once.text(table));
            }
            for (String table : List.of("summary.parquet", "thresholds.parquet", "ranks.parquet", "flows.parquet")) {
                assertThat(Files.readAllBytes(other.folder().resolve(table)))
                        .as(table)
                        .isEqualTo(Files.readAllBytes(once.folder().resolve(table)));
            }
            for (String table : ROW_TABLES) {
                assertThat(placeless(other.rows(table))).as(table).isEqualTo(placeless(once.rows(table)));
            }
        }
        assertThat(once.rows("scores")).hasSize(400);
        assertThat(once.rows("rejected")).hasSize(2);
        assertThat(once.rows("handoffs")).isNotEmpty();
    }

    private Path write(String name, List<String> lines, int files) throws Exception {
        Path input = Files.createDirectories(folder.resolve("in-" + name));
        for (int file = 0; file < files; file++) {
            int from = lines.size() * file / files;
            int to = lines.size() * (file + 1) / files;
            Files.write(input.resolve("part" + file + ".jsonl"), lines.subList(from, to));
        }
        return input;
    }

    private PublishedRun evaluate(String name, Path input, int partitions) throws Exception {
        Path output = folder.resolve("out-" + name);
        CommandRun run = LocalSpark.withPartitions(
                partitions,
                () -> CommandRun.of(
                        "evaluate",
                        "--judge",
                        "lexical",
                        "--input",
                        input.toString(),
                        "--group-by",
                        "retriever_version,topic",
                        "--rows",
                        "jsonl",
                        "--set",
                        "max-rejected=10%",
                        "--output",
                        output.toString()));
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        return PublishedRun.onlyIn(output);
    }

    /** Rows without the place that they came from, in an order of their own. */
    private static List<String> placeless(List<JsonNode> rows) {
        List<String> texts = new ArrayList<>();
        for (JsonNode row : rows) {
            ((ObjectNode) row).remove(List.of("source_file", "source_position"));
            texts.add(row.toString());
        }
        Collections.sort(texts);
        return texts;
    }
}
