package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.CommandRun;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contexts that don't fit the model's window, one row in a run of ordinary ones (metrics.md 5.4). */
class LongContextIT {
    /** Room for an ordinary row beside the fixed texts and the reply, and for a part of a long one. */
    private static final String SMALL_WINDOW = "judge.context-window=6000";

    @TempDir
    Path folder;

    private FakeJudgeServer judge;

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    @Test
    void aLongContextIsJudgedInSeveralCallsOrTypedAsThePlanWants() throws Exception {
        ServedRuns runs = runs(chunks(24, 40));

        CommandRun split = runs.evaluateAnew("split", "--set", SMALL_WINDOW);
        CommandRun fail = runs.evaluateAnew("fail", "--set", SMALL_WINDOW, "--set", "judge.on-too-long=fail");
        CommandRun whole = runs.evaluateAnew("whole");

        assertThat(List.of(split, fail, whole))
                .allSatisfy(run -> assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 3));
        JsonNode long1 = row(runs, "split", "long");
        JsonNode asked = row(runs, "whole", "long");
        for (String metric : JudgedRun.JUDGED) {
            assertThat(long1.get(metric + "_status").textValue()).isEqualTo("ok");
            assertThat(long1.get(metric)).isEqualTo(asked.get(metric));
        }
        assertThat(steps(runs, "split", "long")).contains("usage", "relations");
        assertThat(row(runs, "fail", "long").get("ctx_waste_status").textValue())
                .isEqualTo("context_too_long");
        assertThat(row(runs, "fail", "long").get("ctx_waste_reason").textValue())
                .contains("judge.on-too-long");
        assertOthersAre("split", "whole", runs);
        assertOthersAre("fail", "whole", runs);
    }

    @Test
    void anEndpointWithASmallerWindowThanConfiguredIsAskedInParts() throws Exception {
        ServedRuns runs = runs(chunks(24, 40));
        CommandRun whole = runs.evaluateAnew("whole");
        judge.settings(FakeJudgeSettings.DEFAULTS.contextWindow(5000));
        judge.reset();

        CommandRun refused = runs.evaluateAnew("refused");

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(whole.exitCode());
        assertThat(judge.stats().byStatus()).containsKey("400");
        JsonNode row = row(runs, "refused", "long");
        assertThat(row.get("ctx_waste_status").textValue()).as(row.toString()).isEqualTo("ok");
        assertThat(row.get("ctx_waste")).isEqualTo(row(runs, "whole", "long").get("ctx_waste"));
        assertOthersAre("refused", "whole", runs);
        new JudgedRun(runs.published("refused")).assertIdentities();
    }

    @Test
    void twoThousandChunksAndTwentyMegabytesHarmNobodyElse() throws Exception {
        ServedRuns plain = new ServedRuns(folder.resolve("plain"), judge, new GeneratedRows(37).lines(12));
        CommandRun ordinary = plain.evaluate("ordinary");
        List<String> lines = new ArrayList<>(new GeneratedRows(37).lines(12));
        lines.add(line("many", chunks(2000, 12)));
        lines.add(line("large", List.of("It opens at nine.", "harbour ".repeat((20 << 20) / 8))));
        ServedRuns runs = new ServedRuns(folder.resolve("large"), judge, lines);

        CommandRun run = runs.evaluate("large");

        assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 3);
        assertThat(ordinary.exitCode()).isIn(0, 1, 3);
        JudgedRun judged = new JudgedRun(runs.published("large"));
        judged.assertIdentities();
        Map<String, JsonNode> rows = judged.rows();
        assertThat(rows).hasSize(14);
        for (String metric : JudgedRun.JUDGED) {
            JsonNode many = row(runs, "large", "many");
            assertThat(many.get(metric + "_status").textValue())
                    .as(many.get(metric + "_reason").toString())
                    .isIn("ok", "context_too_long");
            assertThat(row(runs, "large", "large").get(metric + "_status").textValue())
                    .isEqualTo("context_too_long");
            Map<String, String> told = judged.metric(metric);
            new JudgedRun(plain.published("ordinary"))
                    .metric(metric)
                    .forEach((id, expected) -> assertThat(told).containsEntry(id, expected));
        }
    }

    private ServedRuns runs(List<String> chunks) throws Exception {
        List<String> lines = new ArrayList<>(new GeneratedRows(37).lines(14));
        lines.add(line("long", chunks));
        return new ServedRuns(folder, judge, lines);
    }

    private static String line(String id, List<String> chunks) {
        ObjectNode row = PublishedRun.MAPPER.createObjectNode();
        row.put("sample_id", id).put("retriever_version", "v1").put("topic", "topic 1");
        row.put("input", "When does the harbour open?").put("output", "It opens at nine, near gate 3.");
        ArrayNode context = row.putArray("context");
        chunks.forEach(context::add);
        return row.toString();
    }

    /** Chunks that differ from each other. */
    private static List<String> chunks(int count, int words) {
        List<String> chunks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            StringBuilder chunk = new StringBuilder("The harbour opens at nine near gate " + i + ".");
            for (int word = 0; word < words; word++) {
                chunk.append(" w").append(i).append('x').append(word);
            }
            chunks.add(chunk.toString());
        }
        return chunks;
    }

    private static JsonNode row(ServedRuns runs, String runId, String id) throws Exception {
        return runs.published(runId).rows("scores").stream()
                .filter(row -> row.get("sample_id").textValue().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> steps(ServedRuns runs, String runId, String id) throws Exception {
        return runs.published(runId).rows("verdicts").stream()
                .filter(verdict -> verdict.get("sample_id").textValue().equals(id))
                .map(verdict -> verdict.get("step").textValue())
                .toList();
    }

    private static void assertOthersAre(String runId, String as, ServedRuns runs) throws Exception {
        Map<String, JsonNode> found = new JudgedRun(runs.published(runId)).rows();
        Map<String, JsonNode> expected = new JudgedRun(runs.published(as)).rows();
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.keySet().removeIf(id -> id.startsWith("long "));
        expected.keySet().removeIf(id -> id.startsWith("long "));
        assertThat(found).isEqualTo(expected);
    }
}
