package io.ctxeval.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded judge from the application jar, on executors of their own. */
class EmbeddedJudgeDrill {
    private static final int ROWS = 60;

    @TempDir
    Path folder;

    @Test
    void givesTheSameTablesOnOneAndOnTwoExecutors() throws Exception {
        try (FakeJudgeServer nobodyAsks = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS)) {
            DrillRuns runs = new DrillRuns(folder, nobodyAsks, DrillRuns.rows(ROWS, 4));

            DrillRuns.Tables one = runs.evaluate(1, "one", "one", "--judge", "embedded");
            DrillRuns.Tables two = runs.evaluate(2, "two", "two", "--judge", "embedded");

            assertThat(two).isEqualTo(one);
            assertThat(one.scored("ctx_waste")).isEqualTo(ROWS);
            assertThat(one.scored("ctx_suff")).isEqualTo(ROWS);
            assertThat(nobodyAsks.stats().requests()).isZero();
        }
    }
}
