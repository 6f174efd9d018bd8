package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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

/** The reference's own figures (src/test/resources/golden/praison) through the whole job: files in, tables out. */
class HandoffBudgetGoldenIT {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/praison");
    private static final List<String> PAIR_FIELDS = List.of(
            "from_agent",
            "to_agent",
            "context_passed_score",
            "context_relevance_score",
            "content_loss_detected",
            "lost_content_summary",
            "reasoning");
    private static final List<String> ENTRY_FIELDS =
            List.of("agent_name", "used_tokens", "budget_tokens", "within_budget", "compliance_score", "reasoning");

    @TempDir
    Path output;

    @Test
    void equalsTheReferenceInEveryItemAverageFlagSummaryAndReasoning() throws Exception {
        CommandRun run = evaluate("handoff_budget.jsonl");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        PublishedRun published = PublishedRun.onlyIn(output);
        Map<String, List<JsonNode>> pairs = bySample(published.rows("handoffs"));
        Map<String, List<JsonNode>> entries = bySample(published.rows("budgets"));
        List<JsonNode> scores = published.rows("scores");
        assertThat(scores).hasSize(100);
        Map<String, JsonNode> golden = golden("handoff_budget.jsonl");
        for (JsonNode row : scores) {
            String id = row.get("sample_id").textValue();
            JsonNode expected = Objects.requireNonNull(golden.get(id), id).get("expected");
            assertItems(id, pairs.getOrDefault(id, List.of()), expected.get("handoff"), PAIR_FIELDS);
            assertItems(id, entries.getOrDefault(id, List.of()), expected.get("budget"), ENTRY_FIELDS);
            assertAverage(id, row, "handoff", expected.get("handoff_score"));
            assertAverage(id, row, "budget", expected.get("budget_score"));
            assertAverage(id, row, "overall", expected.get("overall_score"));
            assertThat(row.get("content_loss_detected").booleanValue())
                    .as(id)
                    .isEqualTo(expected.get("content_loss_detected").booleanValue());
            assertThat(row.get("handoff_exact").asBoolean(true)).as(id).isTrue();
        }
    }

    @Test
    void keepsEveryRefusedInputAsARowThatNamesTheField() throws Exception {
        CommandRun run = evaluate("handoff_budget_refused.jsonl");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        List<JsonNode> scores = PublishedRun.onlyIn(output).rows("scores");
        assertThat(scores).hasSize(12);
        for (JsonNode row : scores) {
            assertThat(row.get("overall").isNull()).isTrue();
            assertThat(row.get("overall_status").textValue()).isEqualTo("invalid_input");
            assertThat(List.of(
                            row.get("handoff_status").textValue(),
                            row.get("budget_status").textValue()))
                    .contains("invalid_input");
            assertThat(row.get("overall_reason").textValue())
                    .containsAnyOf("trace_events", "agent_order", "budget_ledger");
        }
    }

    private CommandRun evaluate(String file) throws Exception {
        return CommandRun.of(
                "evaluate",
                "--judge",
                "lexical",
                "--input",
                GOLDEN.resolve(file).toString(),
                "--metrics",
                "handoff,budget,overall",
                "--rows",
                "jsonl",
                "--output",
                output.toString());
    }

    private static void assertItems(String id, List<JsonNode> found, JsonNode expected, List<String> fields) {
        assertThat(found).as(id).hasSize(expected.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i).get("position").intValue()).as(id).isEqualTo(i);
            for (String field : fields) {
                assertSame(
                        id + "[" + i + "]." + field,
                        found.get(i).get(field),
                        expected.get(i).get(field));
            }
        }
    }

    /** Null in our tables equals the reference's 0.0 for an empty list (golden README). */
    private static void assertAverage(String id, JsonNode row, String metric, JsonNode expected) {
        if (row.get(metric).isNull()) {
            assertThat(expected.doubleValue()).as(id + " " + metric).isZero();
            assertThat(row.get(metric + "_status").textValue()).as(id).isEqualTo("not_applicable");
        } else {
            assertSame(id + "." + metric, row.get(metric), expected);
        }
    }

    private static void assertSame(String what, JsonNode found, JsonNode expected) {
        if (what.matches(".*(from_agent|to_agent|agent_name)") && !expected.isTextual() && !expected.isNull()) {
            assertThat(found.textValue()).as(what).isEqualTo(pythonText(expected));
        } else if (expected.isFloatingPointNumber()) {
            assertThat(Double.doubleToLongBits(found.doubleValue()))
                    .as(what + ": " + found + " for " + expected)
                    .isEqualTo(Double.doubleToLongBits(expected.doubleValue()));
        } else if (expected.isIntegralNumber()) {
            assertThat(found.bigIntegerValue()).as(what).isEqualTo(expected.bigIntegerValue());
        } else {
            assertThat(found).as(what).isEqualTo(expected);
        }
    }

    /** Names that aren't text stand in our tables in Python's text form (golden README). */
    private static String pythonText(JsonNode name) {
        return name.isBoolean() ? (name.booleanValue() ? "True" : "False") : name.asText();
    }

    private static Map<String, List<JsonNode>> bySample(List<JsonNode> rows) {
        Map<String, List<JsonNode>> bySample = new HashMap<>();
        for (JsonNode row : rows) {
            bySample.computeIfAbsent(row.get("sample_id").textValue(), id -> new ArrayList<>())
                    .add(row);
        }
        return bySample;
    }

    private static Map<String, JsonNode> golden(String file) throws Exception {
        Map<String, JsonNode> cases = new HashMap<>();
        for (String line : Files.readAllLines(GOLDEN.resolve(file))) {
            JsonNode node = PublishedRun.read(line);
            cases.put(node.get("id").textValue(), node);
        }
        return cases;
    }
}
