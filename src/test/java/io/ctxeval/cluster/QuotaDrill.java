package io.ctxeval.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.FakeJudgeStats;
import io.ctxeval.rehearsal.Throttle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The quota that the endpoint enforces is the one in the configuration (judge-at-scale.md 9): however many executors share it, nearly
 * all of it is used and nearly nothing refused, as counted at the endpoint.
 */
class QuotaDrill {
    private static final int PER_SECOND = 40;

    /** From the first call on: slow start doubles from a quarter of the limit every second, and a second to spare. */
    private static final int SLOW_START_SECONDS = 5;

    private static final int MEASURED_SECONDS = 60;

    /** Enough for the measured time at the full rate, and to spare. */
    private static final int ROWS = PER_SECOND * (SLOW_START_SECONDS + MEASURED_SECONDS + 5);

    private static final double LEAST_USE = 0.95;
    private static final double MOST_REFUSED = 0.01;

    @TempDir
    Path folder;

    private final TestReporter figures;

    QuotaDrill(TestReporter figures) {
        this.figures = figures;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void isUsedAndNotOverdrawnBy(int executors) throws Exception {
        try (FakeJudgeServer judge = judge()) {
            DrillRuns runs = new DrillRuns(folder, judge, DrillRuns.rows(ROWS, 1));
            DrillRuns.Tables tables;
            try (DriverRun run = start(runs, executors)) {
                tables = runs.finished(run, "quota", "run");
            }
            assertThat(tables.scored("ctx_waste")).isEqualTo(ROWS);
            assertUse(judge.stats());
        }
    }

    @Test
    void isUsedAndNotOverdrawnWhileOneOfFourDies() throws Exception {
        try (FakeJudgeServer judge = judge()) {
            DrillRuns runs = new DrillRuns(folder, judge, DrillRuns.rows(ROWS, 1));
            DrillRuns.Tables tables;
            try (DriverRun run = start(runs, 4)) {
                run.awaitThat("a third of the answers", () -> judge.stats().answered() >= ROWS / 3);
                List<ProcessHandle> executors = ClusterForDrills.shared().executors();
                assertThat(executors).hasSize(4);
                assertThat(executors.get(0).destroyForcibly()).isTrue();
                tables = runs.finished(run, "quota", "run");
            }
            assertThat(tables.scored("ctx_waste")).isEqualTo(ROWS);
            assertUse(judge.stats());
        }
    }

    private static FakeJudgeServer judge() throws Exception {
        return FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS
                .throttle(Throttle.calls(PER_SECOND, PER_SECOND))
                .latency(Duration.ofMillis(100)));
    }

    private static DriverRun start(DrillRuns runs, int executors) throws Exception {
        return runs.start(
                executors,
                "quota",
                "run",
                "--metrics",
                "ctx_waste",
                "--set",
                "judge.requests-per-minute=" + PER_SECOND * 60);
    }

    private void assertUse(FakeJudgeStats stats) {
        List<Integer> bySecond = stats.requestsBySecond();
        int first = 0;
        while (bySecond.get(first) == 0) {
            first++;
        }
        int from = first + SLOW_START_SECONDS;
        assertThat(bySecond).as("%s", stats.json()).hasSizeGreaterThanOrEqualTo(from + MEASURED_SECONDS);
        long refused = sum(stats.rateLimitedBySecond(), from);
        long used = sum(bySecond, from) - refused;
        figures.publishEntry(Map.of(
                "used", used + " of " + PER_SECOND * MEASURED_SECONDS,
                "refused", stats.withStatus(429) + " of " + stats.requests()));
        assertThat((double) used / (PER_SECOND * MEASURED_SECONDS))
                .as("share of the quota, %s", stats.json())
                .isGreaterThanOrEqualTo(LEAST_USE);
        assertThat(stats.rateLimitedShare()).as("%s", stats.json()).isLessThan(MOST_REFUSED);
    }

    private static long sum(List<Integer> bySecond, int from) {
        return bySecond.subList(from, Math.min(bySecond.size(), from + MEASURED_SECONDS)).stream()
                .mapToLong(Integer::longValue)
                .sum();
    }
}
