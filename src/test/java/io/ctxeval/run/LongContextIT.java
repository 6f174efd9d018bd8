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

    private static final String SAID =
            "The harbour opens at nine every morning, near the third gate of the long northern pier by the old customs house.";

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
        ServedRuns runs = runs(chunks(24, 40, 4));

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
        ServedRuns runs = runs(chunks(24, 40, 4));
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
    void twoThousandChunksAreJudgedInBatchesAsIfTheyHadBeenShownTogether() throws Exception {
        List<String> lines = new ArrayList<>(new GeneratedRows(37).lines(12));
        lines.add(line("many", thousands()));
        ServedRuns runs = new ServedRuns(folder, judge, lines);

        CommandRun served = runs.evaluate("served", "--set", "judge.max-calls-per-sample=15");
        CommandRun lexical = runs.evaluate("lexical", "--judge", "lexical");

        assertThat(served.exitCode()).as(served.err()).isIn(0, 1, 3);
        assertThat(lexical.exitCode()).as(lexical.err()).isIn(0, 1);
        JsonNode many = row(runs, "served", "many");
        JsonNode atOnce = row(runs, "lexical", "many");
        for (String metric : JudgedRun.JUDGED) {
            assertThat(many.get(metric + "_status").textValue())
                    .as(many.get(metric + "_reason").toString())
                    .isEqualTo("ok");
            assertThat(many.get(metric)).as(metric).isEqualTo(atOnce.get(metric));
        }
        assertThat(steps(runs, "served", "many"))
                .contains("usage", "relations", "grade")
                .doesNotContain("waste");
        JsonNode waste = many.get("ctx_waste_metadata");
        assertThat(waste.get("n_chunks").intValue()).isEqualTo(2000);
        assertThat(used(waste)).containsExactly(0, 700, 1400, 1999);
        assertThat(waste.get("redundant_groups")).isEqualTo(PublishedRun.read("[[0,700,1400,1999]]"));
        assertOthersAre("served", "lexical", runs);
        assertThat(judge.stats().byStatus()).containsOnlyKeys("200");
    }

    @Test
    void aRowThatIsTooMuchForItsJudgeHarmsNobodyElse() throws Exception {
        ServedRuns plain = new ServedRuns(folder.resolve("plain"), judge, new GeneratedRows(37).lines(12));
        CommandRun ordinary = plain.evaluate("ordinary");
        List<String> lines = new ArrayList<>(new GeneratedRows(37).lines(12));
        lines.add(line("contradicting", chunks(2000, 12, 2000)));
        lines.add(line("large", List.of("It opens at nine.", "harbour ".repeat((20 << 20) / 8))));
        ServedRuns runs = new ServedRuns(folder.resolve("large"), judge, lines);

        CommandRun run = runs.evaluate("large");

        assertThat(ordinary.exitCode()).isIn(0, 1, 3);
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 3);
        JudgedRun judged = new JudgedRun(runs.published("large"));
        judged.assertIdentities();
        assertThat(judged.rows()).hasSize(14);
        // a reply that names a contradiction of each pair of chunks is longer than any limit
        JsonNode contradicting = row(runs, "large", "contradicting");
        assertThat(contradicting.get("ctx_waste_status").textValue()).isEqualTo("judge_truncated");
        assertThat(contradicting.get("ctx_waste_reason").textValue()).contains("cut at");
        assertThat(contradicting.get("ctx_waste").isNull()).isTrue();
        assertThat(contradicting.get("ctx_suff_status").textValue()).isEqualTo("ok");
        for (String metric : JudgedRun.JUDGED) {
            JsonNode large = row(runs, "large", "large");
            assertThat(large.get(metric + "_status").textValue()).isEqualTo("context_too_long");
            assertThat(large.get(metric + "_reason").textValue()).contains("tokens");
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
        row.put("input", "When does the harbour open?")
                .put("output", "The harbour opens at nine every morning, near gate 3.");
        ArrayNode context = row.putArray("context");
        chunks.forEach(context::add);
        return row.toString();
    }

    /** Chunks that differ from each other, of which the first ones contradict each other in a number. */
    private static List<String> chunks(int count, int words, int contradicting) {
        List<String> chunks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            StringBuilder chunk = new StringBuilder(
                    i < contradicting
                            ? "The harbour opens its northern gate at " + i + " every morning."
                            : letters(i) + ".");
            for (int word = 0; word < words; word++) {
                chunk.append(" w").append(i).append('x').append(word);
            }
            chunks.add(chunk.toString());
        }
        return chunks;
    }

    /** Two thousand chunks of which four, far from each other, say the same of what is asked. */
    private static List<String> thousands() {
        List<String> chunks = new ArrayList<>(2000);
        for (int i = 0; i < 2000; i++) {
            chunks.add(i % 700 == 0 || i == 1999 ? SAID + " Note " + letters(i) + "." : unlike(i));
        }
        return chunks;
    }

    private static String unlike(int chunk) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < 32; word++) {
            text.append(word == 0 ? "" : " ").append(letters(chunk * 32 + word));
        }
        return text.append('.').toString();
    }

    /** A word of its own for each number; without digits, so that nothing contradicts. */
    private static String letters(int number) {
        StringBuilder word = new StringBuilder("q");
        for (int rest = number; rest > 0; rest /= 20) {
            word.append("bcdfghjklmnprstvwxyz".charAt(rest % 20));
        }
        return word.toString();
    }

    private static JsonNode row(ServedRuns runs, String runId, String id) throws Exception {
        return runs.published(runId).rows("scores").stream()
                .filter(row -> row.get("sample_id").textValue().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> used(JsonNode metadata) {
        List<Integer> used = new ArrayList<>();
        for (JsonNode chunk : metadata.get("chunks")) {
            if (chunk.get("used").booleanValue()) {
                used.add(chunk.get("id").intValue());
            }
        }
        return used;
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
        found.keySet().removeIf(id -> id.matches("(long|many) .*"));
        expected.keySet().removeIf(id -> id.matches("(long|many) .*"));
        assertThat(found).isEqualTo(expected);
    }
}
