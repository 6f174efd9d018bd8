package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.DamagedFile;
import io.ctxeval.dataset.Filtered;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.json.MalformedJson;
import io.ctxeval.report.TextPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * One task of the one pass over the input: scores its records and writes every row table as it goes. Nothing is held but
 * mergeable state.
 */
final class ScoringTask {
    private final TextPolicy texts;
    private final RowScorer scorer;
    private final TaskTables tables;
    private final Map<Integer, InputTally> tallies = new HashMap<>();
    private final SampleRule.Strata strata;

    private ScoringTask(ScoringPlan plan) {
        scorer = plan.scorer();
        texts = plan.texts();
        tables = new TaskTables(plan);
        strata = plan.strata();
    }

    /** Scores all outcomes of a partition. */
    static TaskReport run(ScoringPlan plan, Iterator<Outcome> outcomes) throws IOException {
        ScoringTask task = new ScoringTask(plan);
        try {
            while (outcomes.hasNext()) {
                task.take(outcomes.next());
            }
            return task.tables.report(task.tallies, task.strata, new Spend.Tally(plan.groupColumns()));
        } catch (IOException | RuntimeException | Error e) {
            task.tables.abandon(e);
            throw e;
        }
    }

    private void take(Outcome outcome) throws IOException {
        if (outcome instanceof CanonicalRecord record) {
            score(record);
        } else if (outcome instanceof Rejection rejection) {
            reject(rejection);
        } else if (outcome instanceof Filtered filtered) {
            tally(filtered.origin()).filter(filtered.remarks());
        } else if (outcome instanceof DamagedFile damaged) {
            tally(damaged.origin()).damaged(damaged.origin().file(), damaged.reason());
        }
    }

    private void score(CanonicalRecord record) throws IOException {
        StagedRow row;
        List<ScoredRow.Asked> asked = new ArrayList<>(4);
        try {
            row = scorer.score(record, asked);
        } catch (MalformedJson e) {
            reject(new Rejection(record.origin(), null, "trace_events", String.valueOf(e.getMessage()), null));
            return;
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "scoring " + record.origin().file() + " at "
                            + record.origin().position() + " failed: " + e,
                    e);
        }
        tally(record.origin()).use(record.notes(), record.dimensions().containsKey(StoredScores.CLUSTER));
        tables.note(record.sampleId(), row.trace(), IdTable.row(record));
        if (row.isOpen()) {
            strata.count(record);
            tables.stage(row);
        } else {
            tables.finish(row.complete(asked));
        }
    }

    private void reject(Rejection rejection) throws IOException {
        Rejection kept = new Rejection(
                rejection.origin(),
                rejection.line(),
                rejection.field(),
                rejection.reason(),
                texts.shown(rejection.excerpt()));
        tally(kept.origin()).reject(kept);
        tables.reject(kept);
    }

    private InputTally tally(Origin origin) {
        return tallies.computeIfAbsent(origin.input(), input -> new InputTally());
    }
}
