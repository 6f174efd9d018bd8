package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that differ in what they take: other protocols, other addresses, refused parameters. */
class JudgeEndpointsIT {
    @TempDir
    Path folder;

    private FakeJudgeServer judge;
    private ServedRuns runs;

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
        runs = new ServedRuns(folder, judge, new GeneratedRows(23).lines(20));
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    @Test
    void anEndpointThatRefusesEveryFormAndParameterByNameIsLearntOnce() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.refusing(
                "json_schema", "json_object", "temperature", "seed", "max_tokens", "max_completion_tokens"));
        int inFlight = 2;

        CommandRun run = runs.evaluate(
                "plain",
                "--set",
                "judge.in-flight=" + inFlight,
                "--set",
                "judge.seed=1",
                "--set",
                "judge.requests-per-minute=60000");

        assertSameAsLexical("plain", run);
        long refused = judge.stats().byStatus().getOrDefault("400", 0L);
        // what a refusal teaches is shared once a reply has borne it out: till then each question under way learns by
        // itself
        int tasks = SparkForTests.session().sparkContext().defaultParallelism();
        assertThat(refused).isBetween(6L, 6L * inFlight * tasks);
        assertThat(judge.stats().requests()).isEqualTo(judge.stats().distinctContents() + refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/v1"})
    void anthropicsMessagesAreAskedWhetherTheAddressNamesTheVersionOrNot(String path) throws Exception {
        CommandRun run = runs.evaluate(
                "anthropic", "--judge", "anthropic", "--model", "claude-rehearsal", "--judge-url", judge.root() + path);

        assertSameAsLexical("anthropic", run);
        assertThat(judge.stats().byStatus())
                .isEqualTo(Map.of("200", judge.stats().distinctContents()));
    }

    private void assertSameAsLexical(String runId, CommandRun run) throws Exception {
        CommandRun lexical = runs.evaluate("lexical", "--judge", "lexical");
        assertThat(lexical.exitCode()).as(lexical.err()).isIn(0, 1);
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 3);
        assertThat(new JudgedRun(runs.published(runId)).exitReasons()).isEqualTo("[]");
        assertThat(new JudgedRun(runs.published(runId)).rows())
                .isEqualTo(new JudgedRun(runs.published("lexical")).rows());
    }
}
