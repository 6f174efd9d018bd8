package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that share a ledger with others, with what an earlier one left damaged, and with themselves in other shapes. */
class SharedLedgerIT {
    @TempDir
    Path folder;

    private FakeJudgeServer judge;
    private ServedRuns runs;

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
        runs = new ServedRuns(folder, judge, new GeneratedRows(31).lines(24));
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    @Test
    void twoRunsAtOnceAreBothRight() throws Exception {
        CommandRun alone = runs.evaluateAnew("alone");
        long questions = judge.stats().requests();
        judge.settings(FakeJudgeSettings.DEFAULTS.latency(Duration.ofMillis(250)));
        judge.reset();
        OwnProcess other = OwnProcess.start(
                folder.resolve("other.log"),
                List.of(),
                Map.of(),
                runs.arguments("evaluate", "other", "--set", "judge.in-flight=1"));
        while (judge.stats().requests() == 0) {
            assertThat(other.process().waitFor(5, TimeUnit.MILLISECONDS))
                    .as(other.log())
                    .isFalse();
        }

        CommandRun here = runs.evaluate("here", "--set", "judge.in-flight=1");

        assertThat(other.exitCode()).as(other.log()).isEqualTo(alone.exitCode());
        assertThat(here.exitCode()).as(here.err()).isEqualTo(alone.exitCode());
        assertThat(rows("other")).isEqualTo(rows("alone"));
        assertThat(rows("here")).isEqualTo(rows("alone"));
        assertThat(judge.stats().requests()).isBetween(questions, 2 * questions);
        // whatever was asked twice stands in the bill of the run that asked
        assertThat(attempts("other") + attempts("here")).isEqualTo(judge.stats().requests());
        judge.reset();
        assertThat(runs.evaluate("later").exitCode()).isEqualTo(alone.exitCode());
        assertThat(judge.stats().requests()).isZero();
        assertThat(rows("later")).isEqualTo(rows("alone"));
    }

    private long attempts(String run) throws IOException {
        return runs.published(run).manifest().at("/spend/attempts").longValue();
    }

    @Test
    void aTornLineAndAFlippedByteCostTwoRequests() throws Exception {
        CommandRun first = runs.evaluate("first");
        long questions = judge.stats().requests();
        delete(".parquet");
        List<Path> segments = files(".jsonl");
        Path torn = segments.get(0);
        byte[] bytes = Files.readAllBytes(torn);
        Files.write(torn, Arrays.copyOf(bytes, bytes.length - 9));
        Path flipped = segments.get(segments.size() - 1);
        bytes = Files.readAllBytes(flipped);
        int inTheFirstLine = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\"judgement\"") + 30;
        bytes[inTheFirstLine] ^= 1;
        Files.write(flipped, bytes);
        judge.reset();

        CommandRun second = runs.evaluate("second");

        assertThat(second.exitCode()).as(second.err()).isEqualTo(first.exitCode());
        assertThat(rows("second")).isEqualTo(rows("first"));
        assertThat(judge.stats().requests()).isEqualTo(2).isLessThan(questions);
        assertThat(second.out().replaceAll("\\s+", " "))
                .contains("warning: the ledger is damaged, and what can't be read of it counts as never asked: ");
        assertThat(second.out().replaceAll("\\s+", ""))
                .contains(flipped.getFileName().toString());
        assertThat(first.out()).doesNotContain("damaged");
    }

    @Test
    void anUnreadableCompactedFileCostsWhatItHeld() throws Exception {
        CommandRun first = runs.evaluate("first");
        long questions = judge.stats().requests();
        delete(".jsonl");
        List<Path> compacted = files(".parquet");
        assertThat(compacted).isNotEmpty();
        judge.reset();
        assertThat(runs.evaluate("compacted").exitCode()).isEqualTo(first.exitCode());
        assertThat(judge.stats().requests()).isZero();
        for (Path file : compacted) {
            Files.writeString(file, "PAR1 no longer");
        }

        CommandRun second = runs.evaluate("second");

        assertThat(second.exitCode()).as(second.err()).isEqualTo(first.exitCode());
        assertThat(rows("second")).isEqualTo(rows("first"));
        assertThat(judge.stats().requests()).isEqualTo(questions);
        assertThat(second.out()).contains("warning: the ledger is damaged");
    }

    @Test
    void aLedgerThatCantBeWrittenIsFoundBeforeTheFirstCall() throws Exception {
        Path state = Files.createDirectories(folder.resolve("blocked"));
        Files.writeString(state.resolve("ledger"), "a file");

        CommandRun run = runs.evaluate("blocked", "--set", "state=" + state);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("state: the ledger", "can't be written to", "--set state=FOLDER");
        assertThat(judge.stats().requests()).isZero();
    }

    @Test
    void aRunThatIsResumedKeepsItsCaps() throws Exception {
        runs.evaluate("whole");
        long questions = judge.stats().requests();
        long cap = questions / 2;
        judge.reset();
        String[] capped = {"--set", "judge.max-calls=" + cap, "--set", "judge.cache=off"};
        assertThat(runs.evaluate("capped", capped).exitCode()).isEqualTo(3);
        assertThat(judge.stats().requests()).isEqualTo(cap);
        // as if it had been killed before it was published
        FileUtils.deleteDirectory(runs.published("capped").folder().toFile());

        CommandRun again = runs.evaluate("capped", capped);

        assertThat(again.exitCode()).as(again.err()).isEqualTo(3);
        assertThat(judge.stats().requests()).isEqualTo(cap);
    }

    @Test
    void everyShapeOfARunPaysEachQuestionOnce() throws Exception {
        List<List<String>> shapes = List.of(
                List.of("--rows", "parquet", "--group-by", "topic"),
                List.of("--rows", "csv", "--group-by", "retriever_version,topic", "--threshold", "ctx_waste=50"),
                List.of("--threshold", "ctx_suff=90", "--threshold", "ctx_waste_lex=10"));
        int shape = 0;
        for (int partitions : new int[] {1, 7, 3}) {
            String id = "shape-" + partitions;
            List<String> settings = shapes.get(shape++);
            judge.reset();

            CommandRun run =
                    LocalSpark.withPartitions(partitions, () -> runs.evaluateAnew(id, settings.toArray(String[]::new)));

            assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 3);
            new JudgedRun(runs.published(id)).assertIdentities();
            assertThat(judge.stats().requests())
                    .as(id)
                    .isPositive()
                    .isEqualTo(judge.stats().distinctContents());
            assertThat(runs.published(id).manifest().get("spend").get("calls").longValue())
                    .isEqualTo(judge.stats().requests());
        }
    }

    private Map<String, JsonNode> rows(String runId) throws Exception {
        return new JudgedRun(runs.published(runId)).rows();
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> all = Files.walk(runs.output().resolve("state"))) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    private void delete(String ending) throws IOException {
        for (Path file : files(ending)) {
            Files.delete(file);
        }
    }
}
