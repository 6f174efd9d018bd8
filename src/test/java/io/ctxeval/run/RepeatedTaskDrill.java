package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.CommandRun;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it costs if Spark runs a task again that was asking the judge (judge-at-scale.md 3, 9). */
class RepeatedTaskDrill {
    private static final int IN_FLIGHT = 1;
    /** What a group holds at most before it is a second old and so committed, at {@link #PACE}. */
    private static final int OPEN_GROUP = 2;

    private static final Duration PACE = Duration.ofMillis(1100);

    @TempDir
    Path folder;

    @Test
    void aTaskThatFailsTwiceAtItsTenthQuestionPaysAgainAtMostWhatWasOpen() throws Exception {
        try (FakeJudgeServer judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS)) {
            ServedRuns runs = new ServedRuns(folder, judge, new GeneratedRows(41).lines(36));
            CommandRun undisturbed = runs.evaluateAnew("undisturbed");
            long questions = judge.stats().requests();
            judge.settings(FakeJudgeSettings.DEFAULTS.latency(PACE));
            judge.reset();

            OwnProcess process = OwnProcess.start(
                    folder.resolve("process.log"),
                    List.of(
                            "-Dspark.master=local[1,4]",
                            "-Dspark.driver.host=127.0.0.1",
                            "-Dspark.driver.bindAddress=127.0.0.1",
                            "-Dspark.ui.enabled=false",
                            "-Dlog4j2.configurationFile=" + logging(),
                            "-Dspark.hadoop.fs.file.impl=" + FailingSegments.class.getName()),
                    Map.of(),
                    runs.arguments(
                            "evaluate",
                            "repeated",
                            "--set",
                            "state=" + runs.state("repeated"),
                            "--set",
                            "judge.in-flight=" + IN_FLIGHT));

            while (failures(process) < FailingSegments.FAILURES
                    && !process.process().waitFor(50, TimeUnit.MILLISECONDS)) {
                assertThat(judge.stats().requests()).as(process.log()).isLessThan(2 * questions);
            }
            judge.settings(FakeJudgeSettings.DEFAULTS);

            assertThat(process.exitCode()).as(process.log()).isEqualTo(undisturbed.exitCode());
            assertThat(failures(process)).as(process.log()).isEqualTo(FailingSegments.FAILURES);
            assertThat(judge.stats().distinctContents()).isEqualTo(questions);
            assertThat(judge.stats().requests() - questions)
                    .as("asked again: fewer than if nothing had been durable")
                    .isLessThanOrEqualTo(FailingSegments.FAILURES * (IN_FLIGHT + OPEN_GROUP))
                    .isLessThan(FailingSegments.FAILURES * FailingSegments.LINES);
            assertThat(new JudgedRun(runs.published("repeated")).rows())
                    .isEqualTo(new JudgedRun(runs.published("undisturbed")).rows());
        }
    }

    /** Spark's word on lost tasks, which the configuration of tests keeps back. */
    private Path logging() throws IOException {
        return Files.writeString(folder.resolve("log4j2.properties"), """
                status = error
                appender.console.type = Console
                appender.console.name = console
                appender.console.layout.type = PatternLayout
                appender.console.layout.pattern = %p %c{1}: %m%n
                rootLogger.level = error
                rootLogger.appenderRef.console.ref = console
                logger.tasks.name = org.apache.spark.scheduler.TaskSetManager
                logger.tasks.level = info
                """);
    }

    /** Tasks that Spark runs again because the disk failed. */
    private static long failures(OwnProcess process) throws Exception {
        return process.log()
                .lines()
                .filter(line -> line.contains("Lost task") && line.contains(FailingSegments.WORDS))
                .count();
    }
}
