package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lexical judge on {@code datasets/}: what {@code datasets/planted.jsonl} says is there is found. */
class PlantedFaultsIT {
    @TempDir
    Path output;

    @Test
    void findsWhatIsPlantedInTheContexts() throws Exception {
        CommandRun run = CommandRun.of(
                "evaluate",
                "--input",
                "datasets/rag",
                "--metrics",
                "ctx_waste",
                "--rows",
                "jsonl",
                "--set",
                "max-rejected=10%",
                "--output",
                output.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        Map<String, JsonNode> metadata = new HashMap<>();
        for (JsonNode row : PublishedRun.onlyIn(output).rows("scores")) {
            metadata.put(
                    row.get("sample_id").textValue() + " "
                            + row.get("retriever_version").textValue(),
                    row.get("ctx_waste_metadata"));
        }
        int checked = 0;
        for (String line : Files.readAllLines(Path.of("datasets/planted.jsonl"))) {
            JsonNode plant = PublishedRun.read(line);
            JsonNode found = metadata.get(plant.get("sample_id").asText() + " "
                    + plant.get("retriever_version").asText());
            switch (plant.get("kind").textValue()) {
                case "unused" ->
                    assertThat(idsOf(at(found, "unused_chunks"))).as(line).containsAll(idsOf(plant.get("chunks")));
                case "exact_copy", "near_copy" ->
                    assertThat(at(found, "redundant_groups"))
                            .as(line)
                            .anyMatch(group -> idsOf(group).containsAll(idsOf(plant.get("chunks"))));
                case "contradiction" ->
                    assertThat(at(found, "contradictory_pairs"))
                            .as(line)
                            .anyMatch(pair -> idsOf(plant.get("chunks"))
                                    .equals(Set.of(
                                            pair.get("a").intValue(),
                                            pair.get("b").intValue())));
                default -> {
                    continue;
                }
            }
            checked++;
        }
        assertThat(checked).isGreaterThan(100);
    }

    private static JsonNode at(@Nullable JsonNode metadata, String key) {
        assertThat(metadata).isNotNull();
        return Objects.requireNonNull(metadata).get(key);
    }

    private static Set<Integer> idsOf(JsonNode ids) {
        Set<Integer> all = new HashSet<>();
        ids.forEach(id -> all.add(id.intValue()));
        return all;
    }
}
