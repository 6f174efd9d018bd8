package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The golden judgements (src/test/resources/golden/metrics) through the whole job with {@code judge.kind: given}. */
class JudgedGoldenIT {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/metrics");
    private static final JsonMapper MAPPER = new JsonMapper();

    @TempDir
    Path folder;

    @Test
    void scoresWasteAsTheGoldenCasesSay() throws Exception {
        List<JsonNode> cases = cases("ctx_waste.jsonl");
        List<JsonNode> inputs = new ArrayList<>();
        for (JsonNode golden : cases) {
            ObjectNode row = MAPPER.createObjectNode();
            row.put("sample_id", golden.get("name").textValue());
            row.put("output", "an answer");
            row.set("context", golden.get("texts"));
            ObjectNode judgement = row.putObject("ctx_waste_judgement");
            judgement.set("used", golden.get("used"));
            judgement.set("redundant_groups", golden.get("redundant_groups"));
            judgement.set("contradictory_pairs", golden.get("contradictory_pairs"));
            if (!golden.get("mass").isNull()) {
                judgement.set("mass", golden.get("mass"));
            }
            inputs.add(row);
        }

        Map<String, JsonNode> scores = evaluate("ctx_waste", inputs);

        assertThat(scores).hasSameSizeAs(cases);
        for (JsonNode golden : cases) {
            JsonNode expected = golden.get("expect");
            JsonNode row = Objects.requireNonNull(scores.get(golden.get("name").textValue()));
            String name = golden.get("name").textValue();
            assertNumber(name, row.get("ctx_waste"), expected.get("score"));
            JsonNode metadata = row.get("ctx_waste_metadata");
            JsonNode components = metadata.get("components");
            assertNumber(name, components.get("utilisation"), expected.get("utilisation"));
            assertNumber(name, components.get("non_redundancy"), expected.get("non_redundancy"));
            assertNumber(name, components.get("consistency"), expected.get("consistency"));
            assertThat(metadata.get("redundant_groups")).as(name).isEqualTo(expected.get("groups"));
            assertThat(pairsOf(metadata.get("contradictory_pairs"))).as(name).isEqualTo(pairsOf(expected.get("pairs")));
        }
    }

    @Test
    void scoresSufficiencyAsTheGoldenCasesSay() throws Exception {
        List<JsonNode> cases = cases("ctx_suff.jsonl");
        List<JsonNode> inputs = new ArrayList<>();
        for (JsonNode golden : cases) {
            ObjectNode row = MAPPER.createObjectNode();
            row.put("sample_id", golden.get("name").textValue());
            row.put("input", "a question");
            row.putArray("context").add("a chunk");
            row.set("ctx_suff_judgement", golden.get("statuses"));
            inputs.add(row);
        }

        Map<String, JsonNode> scores = evaluate("ctx_suff", inputs);

        assertThat(scores).hasSameSizeAs(cases);
        for (JsonNode golden : cases) {
            JsonNode expected = golden.get("expect");
            String name = golden.get("name").textValue();
            JsonNode row = Objects.requireNonNull(scores.get(name), name);
            assertNumber(name, row.get("ctx_suff"), expected.get("score"));
            JsonNode metadata = row.get("ctx_suff_metadata");
            assertThat(metadata.get("sufficient")).as(name).isEqualTo(expected.get("sufficient"));
            assertThat(metadata.get("missing_details").size())
                    .as(name)
                    .isEqualTo(expected.get("n_missing_details").intValue());
        }
    }

    private Map<String, JsonNode> evaluate(String metric, List<JsonNode> inputs) throws Exception {
        Path input = folder.resolve(metric + ".jsonl");
        Files.write(input, inputs.stream().map(JsonNode::toString).toList());
        Path output = folder.resolve("out");
        CommandRun run = CommandRun.of(
                "evaluate",
                "--input",
                input.toString(),
                "--judge",
                "given",
                "--metrics",
                metric,
                "--rows",
                "jsonl",
                "--output",
                output.toString());
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        Map<String, JsonNode> scores = new HashMap<>();
        for (JsonNode row : PublishedRun.onlyIn(output).rows("scores")) {
            scores.put(row.get("sample_id").textValue(), row);
        }
        return scores;
    }

    private static void assertNumber(String name, JsonNode found, JsonNode expected) {
        if (expected.isNull()) {
            assertThat(found.isNull()).as(name).isTrue();
        } else {
            assertThat(found.doubleValue()).as(name).isCloseTo(expected.doubleValue(), within(1e-6));
        }
    }

    /** Pairs as [a, b], whether they come as objects or as lists. */
    private static List<List<Integer>> pairsOf(JsonNode pairs) {
        List<List<Integer>> all = new ArrayList<>();
        for (JsonNode pair : pairs) {
            JsonNode a = pair.isArray() ? pair.get(0) : pair.get("a");
            JsonNode b = pair.isArray() ? pair.get(1) : pair.get("b");
            all.add(List.of(a.intValue(), b.intValue()));
        }
        return all;
    }

    private static List<JsonNode> cases(String file) throws Exception {
        List<JsonNode> cases = new ArrayList<>();
        for (String line : Files.readAllLines(GOLDEN.resolve(file))) {
            cases.add(PublishedRun.read(line));
        }
        return cases;
    }
}
