package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.DamagedFile;
import io.ctxeval.dataset.Filtered;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.json.MalformedJson;
import io.ctxeval.report.TextPolicy;
import io.ctxeval.table.Storage;
import io.ctxeval.table.TableFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;

/**
 * One task of the one pass over the input: scores its records and writes every row table as it goes. Nothing is held but
 * mergeable state.
 */
final class ScoringTask {
    private final TextPolicy texts;
    private final RowScorer scorer;
    private final RowTables tables;
    private final PartState state;
    private final Map<Integer, InputTally> tallies = new HashMap<>();
    private final WorstOffers worst;
    private final TableFiles files;
    private final TableFiles workFiles;
    private final Storage storage;
    private final Path stateFile;

    private ScoringTask(ScoringPlan plan) {
        scorer = plan.scorer();
        tables = plan.tables();
        state = plan.emptyState();
        texts = plan.texts();
        worst = new WorstOffers(
                scorer.metrics(), plan.plan().groupBy(), plan.judge().judge(), texts);
        storage = plan.storage();
        String attempt = attempt();
        files = new TableFiles(storage, plan.folder(), plan.format(), attempt);
        workFiles = new TableFiles(storage, plan.work(), TableFormat.PARQUET, attempt);
        stateFile = new Path(plan.work(), attempt + ".state");
    }

    /** Unique among all attempts, also those of an earlier run in the same place. */
    private static String attempt() {
        TaskContext context = TaskContext.get();
        String random = UUID.randomUUID().toString().substring(0, 8);
        return String.format(Locale.ROOT, "%05d-%d-%s", context.partitionId(), context.taskAttemptId(), random);
    }

    /** Scores all outcomes of a partition. */
    static TaskReport run(ScoringPlan plan, Iterator<Outcome> outcomes) throws IOException {
        ScoringTask task = new ScoringTask(plan);
        try {
            while (outcomes.hasNext()) {
                task.take(outcomes.next());
            }
            task.state.writeTo(task.storage, task.stateFile);
            return new TaskReport(task.files.finish(), task.workFiles.finish(), task.stateFile.getName(), task.tallies);
        } catch (IOException | RuntimeException | Error e) {
            task.files.abandon(e);
            task.workFiles.abandon(e);
            throw e;
        }
    }

    private void take(Outcome outcome) throws IOException {
        if (outcome instanceof CanonicalRecord record) {
            score(record);
        } else if (outcome instanceof Rejection rejection) {
            reject(rejection);
        } else if (outcome instanceof Filtered filtered) {
            tally(filtered.origin()).filter();
        } else if (outcome instanceof DamagedFile damaged) {
            tally(damaged.origin()).damaged(damaged.origin().file(), damaged.reason());
        }
    }

    private void score(CanonicalRecord record) throws IOException {
        ScoredRow row;
        try {
            row = scorer.score(record);
        } catch (MalformedJson e) {
            reject(new Rejection(record.origin(), null, "trace_events", String.valueOf(e.getMessage()), null));
            return;
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "scoring " + record.origin().file() + " at "
                            + record.origin().position() + " failed: " + e,
                    e);
        }
        tally(record.origin()).use(record.notes());
        state.scores().add(record.dimensions(), row.scores());
        worst.offer(row, state.worst());
        write(row);
    }

    private void write(ScoredRow row) throws IOException {
        String sampleId = row.record().sampleId();
        files.write(tables.scores(), tables.scoresRow(row));
        if (row.trace() != null) {
            for (var pair : row.trace().pairs()) {
                files.write(RowTables.HANDOFF_COLUMNS, RowTables.handoffRow(sampleId, pair));
            }
            for (var entry : row.trace().entries()) {
                files.write(RowTables.BUDGET_COLUMNS, RowTables.budgetRow(sampleId, entry));
            }
        }
        for (ScoredRow.Asked asked : row.asked()) {
            files.write(RowTables.VERDICT_COLUMNS, RowTables.verdictRow(sampleId, asked));
        }
        workFiles.write(IdTable.COLUMNS, IdTable.row(row.record()));
    }

    private void reject(Rejection rejection) throws IOException {
        Rejection kept = new Rejection(
                rejection.origin(),
                rejection.line(),
                rejection.field(),
                rejection.reason(),
                texts.shown(rejection.excerpt()));
        tally(kept.origin()).reject(kept);
        files.write(RowTables.REJECTED_COLUMNS, RowTables.rejectedRow(kept));
    }

    private InputTally tally(Origin origin) {
        return tallies.computeIfAbsent(origin.input(), input -> new InputTally());
    }
}
