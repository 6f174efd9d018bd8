package io.ctxeval.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.FakeJudgeStats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process of a cluster killed with -9 in the middle of judging (judge-at-scale.md 9): what is paid twice is at most what was in
 * flight and in the groups that weren't committed yet, and the tables are those of a run that nothing happened to.
 */
class KilledProcessDrill {
    private static final int ROWS = 400;
    private static final int EXECUTORS = 2;
    private static final int IN_FLIGHT = 16;

    /** Replies of a task that may wait for their commit (judge-at-scale.md 3). */
    private static final int OPEN_GROUP = 50;

    /** Of 800 questions in the first round: both executors are at it, and long enough that another one comes up meanwhile. */
    private static final int ANSWERED_BEFORE_THE_KILL = 300;

    private static final String[] SETTINGS = {"--metrics", "ctx_waste,ctx_suff", "--set", "judge.in-flight=" + IN_FLIGHT
    };

    @TempDir
    static Path folder;

    private static FakeJudgeServer judge;
    private static DrillRuns runs;
    private static DrillRuns.Tables undisturbed;

    private final TestReporter figures;

    KilledProcessDrill(TestReporter figures) {
        this.figures = figures;
    }

    @BeforeAll
    static void judgeWithoutDisturbance() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS.latency(Duration.ofMillis(400)));
        runs = new DrillRuns(folder, judge, DrillRuns.rows(ROWS, 2));
        undisturbed = runs.evaluate(EXECUTORS, "undisturbed", "run", SETTINGS);
        assertThat(undisturbed.scored("ctx_waste")).isEqualTo(ROWS);
        assertThat(undisturbed.scored("ctx_suff")).isEqualTo(ROWS);
        assertThat(judge.stats().requests()).isEqualTo(judge.stats().distinctContents());
    }

    @AfterAll
    static void stop() {
        judge.close();
    }

    @BeforeEach
    void countAnew() {
        judge.reset();
    }

    @Test
    void finishesWhenAnExecutorDies() throws Exception {
        DrillRuns.Tables tables;
        try (DriverRun run = runs.start(EXECUTORS, "executor", "run", SETTINGS)) {
            awaitHalf(run);
            List<ProcessHandle> executors = ClusterForDrills.shared().executors();
            assertThat(executors).hasSize(EXECUTORS);
            assertThat(executors.get(0).destroyForcibly()).isTrue();
            tables = runs.finished(run, "executor", "run");
        }
        assertThat(tables).isEqualTo(undisturbed);
        assertThat(paidTwice(judge.stats())).isBetween(0L, (long) IN_FLIGHT + OPEN_GROUP);
    }

    @Test
    void goesOnWhereItWasWhenTheDriverDied() throws Exception {
        try (DriverRun run = runs.start(EXECUTORS, "driver", "run", SETTINGS)) {
            awaitHalf(run);
            run.killDriver();
        }

        DrillRuns.Tables again = runs.evaluate(EXECUTORS, "driver", "run", SETTINGS);

        assertThat(again).isEqualTo(undisturbed);
        FakeJudgeStats stats = judge.stats();
        assertThat(paidTwice(stats)).isBetween(0L, (long) IN_FLIGHT + EXECUTORS * OPEN_GROUP);

        DrillRuns.Tables nextNight = runs.evaluate(EXECUTORS, "driver", "next-night", SETTINGS);
        runs.evaluate(
                EXECUTORS,
                "driver",
                "stricter",
                SETTINGS[0],
                SETTINGS[1],
                "--threshold",
                "ctx_waste=99",
                "--threshold",
                "ctx_suff=99");

        assertThat(nextNight).isEqualTo(undisturbed);
        assertThat(judge.stats().requests()).isEqualTo(stats.requests());
    }

    private static void awaitHalf(DriverRun run) throws Exception {
        run.awaitThat(
                ANSWERED_BEFORE_THE_KILL + " answers", () -> judge.stats().answered() >= ANSWERED_BEFORE_THE_KILL);
    }

    private long paidTwice(FakeJudgeStats stats) {
        long twice = stats.answered() - stats.distinctContents();
        figures.publishEntry("paid twice", twice + " of " + stats.answered());
        return twice;
    }
}
