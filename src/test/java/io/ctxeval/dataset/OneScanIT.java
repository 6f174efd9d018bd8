package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.SparkForTests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An input is read once, by the job that takes its records: opening it starts no job, least of all one that guesses at types. */
class OneScanIT {
    private static final int ROWS = 2_000;
    private static final int FIELDS = 40;

    @TempDir
    Path folder;

    /** What the scheduler did, told in its order. */
    private static final class Seen extends SparkListener {
        private final AtomicInteger jobs = new AtomicInteger();
        private final AtomicInteger stages = new AtomicInteger();

        @Override
        public void onJobStart(SparkListenerJobStart started) {
            jobs.incrementAndGet();
        }

        @Override
        public void onStageCompleted(SparkListenerStageCompleted completed) {
            stages.incrementAndGet();
        }
    }

    @Test
    void opensJsonLinesWithoutAJobAndReadsThemInOne() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row < ROWS; row++) {
            lines.append("{\"sample_id\":\"s")
                    .append(row)
                    .append("\",\"input\":\"i\",\"output\":\"o\",\"context\":[\"c\"]");
            lines.append(",\"retriever_version\":\"v1\"");
            for (int field = 5; field < FIELDS; field++) {
                lines.append(",\"f").append(field).append("\":").append(field);
            }
            lines.append("}\n");
        }
        Path file = Files.writeString(folder.resolve("rows.jsonl"), lines);
        SparkContext context = SparkForTests.session().sparkContext();
        Seen seen = new Seen();
        context.addSparkListener(seen);
        try {
            Inputs inputs = InputsFixture.open(file.toString());
            settle(context);
            assertThat(seen.jobs).hasValue(0);

            assertThat(inputs.outcomes(3).count()).isEqualTo(ROWS);
            settle(context);
            assertThat(seen.jobs).hasValue(1);
            assertThat(seen.stages).hasValue(1);
        } finally {
            context.removeSparkListener(seen);
        }
    }

    /** Waits until the listeners have been told everything that has happened. */
    private static void settle(SparkContext context) throws Exception {
        context.listenerBus().waitUntilEmpty();
    }
}
