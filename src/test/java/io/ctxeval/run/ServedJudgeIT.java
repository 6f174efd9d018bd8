package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with a judge behind an endpoint: every question is paid once, every row ends with a score or a reason. */
class ServedJudgeIT {
    private static final int ROWS = 150;

    /** What a run of these rows ends with when all is judged: some outputs are missing, so coverage lies below its minimum. */
    private static final int JUDGED = 3;

    @TempDir
    Path folder;

    private FakeJudgeServer judge;
    private ServedRuns runs;

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
        runs = new ServedRuns(folder, judge, new GeneratedRows(11).lines(ROWS));
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    @Test
    void givesTheScoresOfTheJudgeBehindTheEndpointAndPaysEachQuestionOnce() throws Exception {
        CommandRun served = runs.evaluate("served");
        assertThat(served.exitCode()).as(served.err()).isEqualTo(JUDGED);
        long calls = judge.stats().requests();
        assertThat(calls).isPositive().isEqualTo(judge.stats().distinctContents());

        CommandRun lexical = runs.evaluate("lexical", "--judge", "lexical");

        assertThat(lexical.exitCode()).as(lexical.err()).isZero(); // its gates only warn
        assertThat(scores("served")).isEqualTo(scores("lexical"));
        assertThat(judge.stats().requests()).isEqualTo(calls);
        JsonNode spend = runs.published("served").manifest().get("spend");
        assertThat(spend.get("calls").longValue()).isEqualTo(calls);
        assertThat(spend.get("attempts").longValue()).isEqualTo(calls);
    }

    @Test
    void asksNothingAgainForAnotherThresholdWeightOrNight() throws Exception {
        assertThat(runs.evaluate("first").exitCode()).isEqualTo(JUDGED);
        long calls = judge.stats().requests();

        CommandRun second = runs.evaluate("second");
        CommandRun threshold = runs.evaluate("threshold", "--threshold", "ctx_waste=1", "--threshold", "ctx_suff=1");
        CommandRun weight = runs.evaluate("weight", "--set", "ctx-waste.contradiction-weight=3");
        CommandRun partitions = LocalSpark.withPartitions(7, () -> runs.evaluate("partitions"));

        assertThat(List.of(second, threshold, weight, partitions))
                .allSatisfy(run -> assertThat(run.exitCode()).as(run.err()).isEqualTo(JUDGED));
        assertThat(judge.stats().requests()).isEqualTo(calls);
        assertThat(scores("second")).isEqualTo(scores("first"));
        assertThat(scores("partitions")).isEqualTo(scores("first"));
        assertThat(runs.published("second").text("summary.csv"))
                .isEqualTo(runs.published("first").text("summary.csv"));
        assertThat(runs.published("second").manifest().get("spend").get("calls").longValue())
                .isZero();
    }

    @Test
    void offersItsVerdictsToOthersOnlyIfToldTo() throws Exception {
        assertThat(runs.evaluate("off", "--set", "judge.cache=off").exitCode()).isEqualTo(JUDGED);
        long calls = judge.stats().requests();

        assertThat(runs.evaluate("read", "--set", "judge.cache=read").exitCode())
                .isEqualTo(JUDGED);
        assertThat(judge.stats().requests()).as("what off asked isn't used").isEqualTo(2 * calls);

        assertThat(runs.evaluate("write").exitCode()).isEqualTo(JUDGED);
        assertThat(judge.stats().requests()).as("nor what read asked").isEqualTo(3 * calls);

        assertThat(runs.evaluate("again", "--set", "judge.cache=read").exitCode())
                .isEqualTo(JUDGED);
        assertThat(judge.stats().requests()).as("read uses what write asked").isEqualTo(3 * calls);
        assertThat(scores("read")).isEqualTo(scores("write"));
    }

    @Test
    void stopsAtTheCapAndTheNextRunGoesOnFromThere() throws Exception {
        CommandRun capped = runs.evaluate("capped", "--set", "judge.max-calls=40", "--set", "judge.in-flight=8");

        assertThat(capped.exitCode()).as(capped.err()).isEqualTo(3);
        assertThat(runs.published("capped").manifest().get("exit_reasons").toString())
                .contains("judge.max-calls");
        assertThat(judge.stats().requests()).isBetween(40L, 48L);
        assertThat(statuses("capped", "ctx_waste")).containsKey("budget_exceeded");
        assertIdentities("capped");

        CommandRun rest = runs.evaluate("rest");

        assertThat(rest.exitCode()).as(rest.err()).isEqualTo(JUDGED);
        assertThat(runs.published("rest").manifest().get("exit_reasons")).isEmpty();
        assertThat(judge.stats().requests()).isEqualTo(judge.stats().distinctContents());
        assertThat(statuses("rest", "ctx_waste")).doesNotContainKey("budget_exceeded");
    }

    @Test
    void rescoresWithoutACallAsAnEvaluationWouldWithThatThreshold() throws Exception {
        assertThat(runs.evaluate("first").exitCode()).isEqualTo(JUDGED);
        long calls = judge.stats().requests();
        String[] stricter = {"--threshold", "ctx_waste=95", "--set", "ctx-waste.contradiction-weight=2"};

        List<String> arguments = new ArrayList<>(
                List.of("rescore", runs.published("first").folder().toString(), "--run-id", "rescored"));
        arguments.addAll(List.of(stricter));
        CommandRun rescored = CommandRun.of(arguments.toArray(String[]::new));
        CommandRun evaluated = runs.evaluate("evaluated", stricter);

        assertThat(rescored.exitCode()).as(rescored.err()).isEqualTo(evaluated.exitCode());
        assertThat(scores("rescored")).isEqualTo(scores("evaluated"));
        assertThat(runs.published("rescored").text("thresholds.csv"))
                .isEqualTo(runs.published("evaluated").text("thresholds.csv"));
        assertThat(judge.stats().requests()).isEqualTo(calls);
    }

    @Test
    void verdictsThatAreNotAllThereAreNotScoredAgain() throws Exception {
        runs.evaluate("first");
        Path run = runs.published("first").folder();
        Path part;
        try (Stream<Path> files = Files.list(run.resolve("verdicts"))) {
            part = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        String whole = Files.readString(part);
        String manifest = Files.readString(run.resolve("run.json"));

        Files.writeString(part, whole.substring(0, whole.length() - 20));
        CommandRun cut = CommandRun.of("rescore", run.toString(), "--run-id", "cut");
        Files.writeString(part, whole.substring(whole.indexOf('\n') + 1));
        CommandRun fewer = CommandRun.of("rescore", run.toString(), "--run-id", "fewer");
        Files.writeString(part, "no longer a table\n");
        CommandRun garbage = CommandRun.of("rescore", run.toString(), "--run-id", "garbage");
        FileUtils.deleteDirectory(run.resolve("verdicts").toFile());
        CommandRun gone = CommandRun.of("rescore", run.toString(), "--run-id", "gone");
        Files.writeString(run.resolve("run.json"), manifest.substring(0, 200));
        CommandRun unread = CommandRun.of("rescore", run.toString(), "--run-id", "unread");

        for (CommandRun refused : List.of(cut, fewer, garbage, gone)) {
            assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
            assertThat(refused.err()).contains("/verdicts: ", "so nothing is scored again");
        }
        assertThat(unread.exitCode()).isEqualTo(2);
        assertThat(unread.err()).contains("run.json: is not what this version writes: ");
        assertThat(runs.output().resolve("runs").toFile().list()).containsExactly("first");
    }

    @Test
    void forecastsWhatIsThenAsked() throws Exception {
        CommandRun plan = runs.run("plan", "unused");

        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(judge.stats().requests()).isZero();
        assertThat(runs.output().resolve("runs").toFile().list()).isNullOrEmpty();

        CommandRun run = runs.evaluate("run");

        String forecast = plan.out()
                .lines()
                .filter(line -> line.startsWith("judge, round 1"))
                .findFirst()
                .orElseThrow();
        assertThat(run.err()).contains(forecast);
    }

    @Test
    void judgesASampleThatVersionsShareAndSaysSoOfTheRest() throws Exception {
        CommandRun sampled = runs.evaluate(
                "sampled",
                "--set",
                "judge.sample.size=20",
                "--set",
                "judge.sample.by=retriever_version",
                "--set",
                "judge.sample.seed=3");

        assertThat(sampled.exitCode()).as(sampled.err()).isEqualTo(JUDGED);
        Map<String, Long> statuses = statuses("sampled", "ctx_suff");
        assertThat(statuses.get("not_sampled")).isPositive();
        assertIdentities("sampled");
        assertThat(LocalSpark.withPartitions(
                                5,
                                () -> runs.evaluate(
                                        "again",
                                        "--set",
                                        "judge.sample.size=20",
                                        "--set",
                                        "judge.sample.by=retriever_version",
                                        "--set",
                                        "judge.sample.seed=3"))
                        .exitCode())
                .isEqualTo(sampled.exitCode());
        assertThat(scores("again")).isEqualTo(scores("sampled"));
    }

    @Test
    void takesRecordedVerdictsAndCallsNobody() throws Exception {
        assertThat(runs.evaluate("paid").exitCode()).isEqualTo(JUDGED);
        long calls = judge.stats().requests();

        CommandRun recorded = runs.evaluate("recorded", "--judge", "recorded");

        assertThat(recorded.exitCode()).as(recorded.err()).isEqualTo(JUDGED);
        assertThat(judge.stats().requests()).isEqualTo(calls);
        assertThat(scores("recorded")).isEqualTo(scores("paid"));
        CommandRun other = runs.evaluate("other", "--judge", "recorded", "--model", "another");
        assertThat(other.exitCode()).isEqualTo(3);
        assertThat(statuses("other", "ctx_waste")).containsKey("judge_unavailable");
        assertIdentities("other");
    }

    /** Score and status of every metric by row, whatever the order of rows. */
    private Map<String, String> scores(String runId) throws Exception {
        Map<String, String> scores = new TreeMap<>();
        for (JsonNode row : runs.published(runId).rows("scores")) {
            String id = row.get("sample_id").textValue() + " " + row.get("source_position");
            String told = List.of("ctx_waste", "ctx_suff", "ctx_waste_lex").stream()
                    .map(metric ->
                            row.get(metric) + " " + row.get(metric + "_status") + " " + row.get(metric + "_metadata"))
                    .collect(Collectors.joining("; "));
            scores.put(id, told);
        }
        return scores;
    }

    private Map<String, Long> statuses(String runId, String metric) throws Exception {
        return runs.published(runId).rows("scores").stream()
                .collect(Collectors.groupingBy(
                        row -> row.get(metric + "_status").textValue(), TreeMap::new, Collectors.counting()));
    }

    private void assertIdentities(String runId) throws Exception {
        JsonNode manifest = runs.published(runId).manifest();
        for (String part : List.of("inputs", "metrics")) {
            for (JsonNode entry : manifest.get(part)) {
                assertThat(entry.get("identity_holds").booleanValue())
                        .as(entry.toString())
                        .isTrue();
            }
        }
    }
}
