package io.ctxeval.run;

import io.ctxeval.dataset.Rejection;
import io.ctxeval.score.TraceFindings;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;

/** What one task attempt writes: its files of the row tables, and the mergeable state of the rows that it finished. */
final class TaskTables {
    private final ScoringPlan plan;
    private final RowTables tables;
    private final PartState state;
    private final WorstOffers worst;
    private final InsightRows insights;
    private final TableFiles files;
    private final TableFiles workFiles;
    private final String attempt;
    private ObjectFile.@Nullable Writer<StagedRow> staged;

    TaskTables(ScoringPlan plan) {
        this.plan = plan;
        tables = plan.tables();
        state = plan.emptyState();
        worst = new WorstOffers(plan.metrics(), plan.plan().groupBy(), plan.judgeName(), plan.texts());
        insights = new InsightRows(plan.metricIds(), plan.plan().scoring().tokenizer());
        attempt = attempt();
        files = new TableFiles(plan.storage(), plan.folder(), plan.format(), attempt);
        workFiles = new TableFiles(plan.storage(), plan.work(), io.ctxeval.table.TableFormat.PARQUET, attempt);
    }

    /** Unique among all attempts, also those of an earlier run in the same place. */
    private static String attempt() {
        TaskContext context = TaskContext.get();
        String random = UUID.randomUUID().toString().substring(0, 8);
        return String.format(Locale.ROOT, "%05d-%d-%s", context.partitionId(), context.taskAttemptId(), random);
    }

    /** A row with all its scores. */
    void finish(ScoredRow row) throws IOException {
        state.scores().add(row.record().dimensions(), row.scores());
        worst.offer(row, state.worst());
        insights.add(row, state.insights());
        String sampleId = row.record().sampleId();
        files.write(tables.scores(), tables.scoresRow(row));
        for (ScoredRow.Asked asked : row.asked()) {
            files.write(RowTables.VERDICT_COLUMNS, RowTables.verdictRow(sampleId, asked));
        }
    }

    /** What a row brings whether its scores are complete or not. */
    void note(String sampleId, @Nullable TraceFindings trace, Object[] ids) throws IOException {
        if (trace != null) {
            for (var pair : trace.pairs()) {
                files.write(RowTables.HANDOFF_COLUMNS, RowTables.handoffRow(sampleId, pair));
            }
            for (var entry : trace.entries()) {
                files.write(RowTables.BUDGET_COLUMNS, RowTables.budgetRow(sampleId, entry));
            }
        }
        workFiles.write(IdTable.COLUMNS, ids);
    }

    void reject(Rejection rejection) throws IOException {
        files.write(RowTables.REJECTED_COLUMNS, RowTables.rejectedRow(rejection));
    }

    /** Keeps a row until its questions are answered. */
    void stage(StagedRow row) throws IOException {
        if (staged == null) {
            staged = new ObjectFile.Writer<>(plan.storage(), new Path(plan.staging(), stagedName()));
        }
        staged.write(row);
    }

    private String stagedName() {
        return "part-" + attempt + ".staged";
    }

    /** Completes all files. */
    TaskReport report(Map<Integer, InputTally> tallies, SampleRule.Strata strata, Spend.Tally spend)
            throws IOException {
        Path stateFile = new Path(plan.work(), attempt + ".state");
        state.writeTo(plan.storage(), stateFile);
        List<TaskReport.Staged> stagedFiles = List.of();
        if (staged != null) {
            staged.close();
            stagedFiles = List.of(new TaskReport.Staged(stagedName(), staged.written()));
        }
        return new TaskReport(
                files.finish(), workFiles.finish(), stateFile.getName(), tallies, stagedFiles, strata, spend);
    }

    /** Lets go of all files after a failure. */
    void abandon(Throwable failure) {
        files.abandon(failure);
        workFiles.abandon(failure);
        if (staged != null) {
            try {
                staged.close();
            } catch (IOException | RuntimeException alsoFailed) {
                failure.addSuppressed(alsoFailed);
            }
        }
    }
}
