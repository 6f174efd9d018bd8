package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in judges on {@code datasets/}: what {@code datasets/planted.jsonl} says is there is found. */
class PlantedFaultsIT {
    /** Letters by which a word is known again in another form. */
    private static final int STEM = 5;

    @TempDir
    Path output;

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "lexical"})
    void findsWhatIsPlantedInTheContexts(String judge) throws Exception {
        Map<String, JsonNode> metadata = metadata(judge, "ctx_waste");
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

    /** The gap is named by a word of the description of what was left out, or of the question's part that asks for it. */
    @Test
    void findsThePlantedMissingDetails() throws Exception {
        Map<String, JsonNode> metadata = metadata("embedded", "ctx_suff");
        int checked = 0;
        for (String line : Files.readAllLines(Path.of("datasets/planted.jsonl"))) {
            JsonNode plant = PublishedRun.read(line);
            if (plant.get("kind").textValue().equals("missing_detail")) {
                JsonNode found = metadata.get(plant.get("sample_id").asText() + " "
                        + plant.get("retriever_version").asText());
                List<String> missing = new ArrayList<>();
                at(found, "missing_details").forEach(detail -> missing.add(detail.textValue()));
                assertThat(missing)
                        .as(line)
                        .anyMatch(detail -> namesAny(detail, plant.get("detail").textValue()));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(15);
    }

    private static boolean namesAny(String missing, String planted) {
        String words = String.join(" ", Words.words(missing));
        return Words.content(planted).stream()
                .map(word -> word.length() > STEM ? word.substring(0, STEM) : word)
                .anyMatch(words::contains);
    }

    /** By sample and version. */
    private Map<String, JsonNode> metadata(String judge, String metric) throws Exception {
        CommandRun run = CommandRun.of(
                "evaluate",
                "--judge",
                judge,
                "--input",
                "datasets/rag",
                "--metrics",
                metric,
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
                    row.get(metric + "_metadata"));
        }
        return metadata;
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
