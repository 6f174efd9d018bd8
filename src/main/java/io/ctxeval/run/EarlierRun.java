package io.ctxeval.run;

import static io.ctxeval.table.Column.flag;
import static io.ctxeval.table.Column.small;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.ledger.KeyRange;
import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.ledger.LedgerWriter;
import io.ctxeval.ledger.TaskAttempt;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.report.RunManifest;
import io.ctxeval.table.Storage;
import io.ctxeval.table.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A published run whose verdicts are scored again under another plan ({@code rescore}); nobody is called.
 *
 * @param folder the published run
 * @param manifest its {@code run.json}
 * @param rows format of its row tables
 */
public record EarlierRun(String folder, RunManifest manifest, EvaluationPlan.RowFormat rows) {
    private static final String ANSWERED = "answered";

    /** What a ledger's entry is made of. */
    private static final TableSchema VERDICTS = new TableSchema(
            RowTables.VERDICTS,
            List.of(
                    text("key"),
                    text("step"),
                    text("model_version"),
                    text("status"),
                    text("reason"),
                    text("judgement"),
                    flag("asked_again"),
                    small("attempts"),
                    whole("latency_ms")));

    /**
     * Whether the run's verdicts belong to what is read now.
     *
     * @throws PlanRefused if the inputs have changed since
     */
    void requireSameInputs(List<InputReport> reports) throws PlanRefused {
        List<String> now = reports.stream().map(ManifestFacts::fingerprint).toList();
        List<String> then =
                manifest.inputs().stream().map(RunManifest.Input::fingerprint).toList();
        if (!now.equals(then)) {
            throw new PlanRefused(
                    List.of(
                            "rescore: " + folder
                                    + "; its input files have changed since (names or sizes), so its verdicts no longer belong to them: evaluate again"));
        }
    }

    /** Why its questions that were never asked have no verdict; null: nothing stopped its judge. */
    @Nullable String stop() {
        String prefix = Findings.STOPPED;
        return manifest.exitReasons().stream()
                .filter(reason -> reason.startsWith(prefix))
                .map(reason -> reason.substring(prefix.length()).replaceFirst("; the next run goes on from there$", ""))
                .findFirst()
                .orElse(null);
    }

    /**
     * Lays the run's verdicts out as a ledger.
     *
     * @throws InputRefused if they aren't all there: rows would lose scores that were paid for
     */
    void layOut(SparkSession spark, ServedJudge judge, String runId, Path ledger) {
        Broadcast<SerializableConfiguration> configuration = Preparation.configuration(spark);
        String to = ledger.toString();
        spark.sparkContext().setJobDescription("lay out the verdicts of " + manifest.runId());
        long found;
        try {
            found = StoredTable.read(spark, folder, rows, VERDICTS)
                    .toJavaRDD()
                    .mapPartitions(part -> List.of(write(part, judge, runId, configuration, to))
                            .iterator())
                    .collect()
                    .stream()
                    .mapToLong(Long::longValue)
                    .sum();
        } catch (Exception e) { // Spark's AnalysisException is checked, and thrown undeclared
            throw new InputRefused(
                    folder + "/" + RowTables.VERDICTS + ": can't be read, so nothing is scored again: "
                            + RootCause.words(e),
                    e);
        } finally {
            spark.sparkContext().setJobDescription(null);
        }
        Long written = manifest.tableRows().get(RowTables.VERDICTS);
        if (written != null && written != found) {
            throw new InputRefused(
                    folder + "/" + RowTables.VERDICTS + ": has " + found + " rows, and run.json says " + written
                            + ": a file is missing or cut, so nothing is scored again",
                    null);
        }
    }

    /** @return rows of the part */
    private static long write(
            Iterator<Row> rows,
            ServedJudge judge,
            String runId,
            Broadcast<SerializableConfiguration> configuration,
            String to)
            throws IOException {
        TaskContext context = TaskContext.get();
        TaskAttempt attempt = new TaskAttempt(runId, context.stageAttemptNumber(), context.taskAttemptId());
        try (LedgerWriter ledger =
                LedgerWriter.open(new Storage(configuration.value().value()), new Path(to), attempt, KeyRange.ALL)) {
            long count = 0;
            while (rows.hasNext()) {
                Row row = rows.next();
                count++;
                if (row.getAs("key") != null) {
                    ledger.append(entry(row, judge, runId));
                    ledger.commitIfDue(Instant.EPOCH);
                }
            }
            return count;
        }
    }

    private static LedgerEntry entry(Row row, ServedJudge judge, String runId) {
        String status = Objects.requireNonNull(row.<String>getAs("status"));
        String reason = row.getAs("reason");
        Integer attempts = row.getAs("attempts");
        Long latency = row.getAs("latency_ms");
        return new LedgerEntry(
                Objects.requireNonNull(row.<String>getAs("key")),
                io.ctxeval.judge.served.Requests.PROTOCOL,
                judge.model().family(),
                judge.model().model(),
                row.getAs("model_version"),
                Objects.requireNonNull(row.<String>getAs("step")),
                runId,
                status.equals(ANSWERED) ? LedgerEntry.ANSWERED : status,
                row.getAs("judgement"),
                Boolean.TRUE.equals(row.<Boolean>getAs("asked_again")),
                "recorded",
                null,
                reason == null ? "" : reason,
                null,
                "recorded",
                attempts == null ? 0 : attempts,
                0,
                0,
                latency == null ? 0 : latency,
                Instant.EPOCH);
    }
}
