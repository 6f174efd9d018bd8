package io.ctxeval.run;

import static io.ctxeval.rehearsal.Disturbance.always;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.Fault;
import io.ctxeval.rehearsal.Mishap;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A judge that is gone, hangs or wants no more of us holds no run beyond its time (judge-at-scale.md 5, 9). */
class JudgeDeadlinesIT {
    private static final double DEADLINE_SECONDS = 3;

    /** How long after its deadline judging may end, and how long after a fatal answer (judge-at-scale.md 9). */
    private static final double ALLOWED_SECONDS = 5;

    private static final String[] WITH_DEADLINE = {
        "--set", "judge.deadline=3s", "--set", "judge.requests-per-minute=60000"
    };

    @TempDir
    Path folder;

    private FakeJudgeServer judge;
    private ServedRuns runs;

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
        runs = new ServedRuns(folder, judge, new GeneratedRows(3).lines(30));
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    @Test
    void aJudgeThatIsDownEndsTheRunAtItsDeadlineAndTheNextRunCompletesIt() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(Mishap.REFUSE)));
        CommandRun lexical = runs.evaluate("lexical", "--judge", "lexical");

        CommandRun down = runs.evaluate("down", WITH_DEADLINE);

        assertThat(down.exitCode()).as(down.err()).isEqualTo(3);
        JudgedRun run = new JudgedRun(runs.published("down"));
        assertThat(judgingSeconds("down")).isLessThan(DEADLINE_SECONDS + ALLOWED_SECONDS);
        assertThat(run.exitReasons()).contains("judging stopped: judge.deadline: 3s is over");
        run.assertIdentities();
        JudgedRun whole = new JudgedRun(runs.published("lexical"));
        assertThat(run.unjudged()).isEqualTo(whole.unjudged());
        assertThat(run.statuses("ctx_waste")).containsKey("judge_unavailable").doesNotContainKey("budget_exceeded");
        assertThat(run.statuses("ctx_suff")).containsKey("judge_unavailable").doesNotContainKey("budget_exceeded");

        judge.settings(FakeJudgeSettings.DEFAULTS);
        CommandRun up = runs.evaluate("up", WITH_DEADLINE[2], WITH_DEADLINE[3]);

        assertThat(lexical.exitCode()).as(lexical.err()).isIn(0, 1);
        assertThat(up.exitCode()).as(up.err()).isIn(0, 1, 3);
        assertThat(new JudgedRun(runs.published("up")).exitReasons()).isEqualTo("[]");
        assertThat(new JudgedRun(runs.published("up")).rows()).isEqualTo(whole.rows());
    }

    @Test
    void aWrongKeyOrASpentQuotaStopsWithinSeconds() throws Exception {
        for (Fault fault : new Fault[] {new Fault.Status(401), Mishap.SPENT_QUOTA}) {
            judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(fault)));
            judge.reset();

            CommandRun stopped = runs.evaluate(fault.label(), "--set", "judge.in-flight=4");

            assertThat(stopped.exitCode()).as(stopped.err()).isEqualTo(3);
            assertThat(judgingSeconds(fault.label())).isLessThan(ALLOWED_SECONDS);
            assertThat(judge.stats().requests()).isBetween(1L, 4L);
            assertThat(new JudgedRun(runs.published(fault.label())).statuses("ctx_suff"))
                    .containsKey("budget_exceeded");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLACK_HOLE", "TRICKLE"})
    void aLastRequestThatHangsEndsWithTheDeadlineAndCostsItsRowOnly(Mishap mishap) throws Exception {
        CommandRun first = runs.evaluateAnew("first", WITH_DEADLINE[2], WITH_DEADLINE[3]);
        assertThat(new JudgedRun(runs.published("first")).exitReasons())
                .as(first.err())
                .isEqualTo("[]");
        long questions = judge.stats().requests();
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(mishap).after(2 * questions - 1)));

        CommandRun hung = runs.evaluateAnew("hung", WITH_DEADLINE);

        assertThat(hung.exitCode()).as(hung.err()).isEqualTo(3);
        assertThat(judgingSeconds("hung")).isBetween(DEADLINE_SECONDS, DEADLINE_SECONDS + ALLOWED_SECONDS);
        JudgedRun run = new JudgedRun(runs.published("hung"));
        run.assertIdentities();
        Map<String, JsonNode> whole = new JudgedRun(runs.published("first")).rows();
        assertThat(run.rows().entrySet().stream()
                        .filter(row -> !row.getValue().equals(whole.get(row.getKey())))
                        .map(Map.Entry::getValue))
                .singleElement()
                .satisfies(row -> assertThat(row.get("ctx_suff_status").textValue() + row.get("ctx_waste_status"))
                        .contains("judge_unavailable"));
    }

    /** From the first question to the last answer, as the run itself tells. */
    private double judgingSeconds(String runId) throws Exception {
        return PublishedRun.read(runs.published(runId).text("progress.json"))
                .get("seconds")
                .doubleValue();
    }
}
