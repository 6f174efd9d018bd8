package io.ctxeval.run;

import io.ctxeval.ledger.Ledger;
import io.ctxeval.ledger.LedgerReading;
import io.ctxeval.ledger.Selection;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of the judge stage need to know; travels with them.
 *
 * @param staged names of the staged files; a part is an index in this list
 * @param partitions of the shuffle that brings equal questions together
 * @param ledgerFolder the ledger that is read and written
 * @param notBefore oldest verdict of an earlier run that is used; null: any
 */
record JudgingPlan(
        ScoringPlan scoring,
        ServedJudge judge,
        String runId,
        List<String> staged,
        SampleRule sample,
        int partitions,
        String ledgerFolder,
        @Nullable Instant notBefore)
        implements Serializable {
    JudgingPlan {
        staged = List.copyOf(staged);
    }

    Storage storage() {
        return scoring.storage();
    }

    Path stagedFile(int part) {
        return new Path(scoring.staging(), staged.get(part));
    }

    Path ledger() {
        return new Path(ledgerFolder);
    }

    /** Keys that a partition's questions of a round have, each on a line: {@code +} those to ask, {@code =} those answered before. */
    Path keysOf(int round, int partition) {
        return new Path(scoring.work(), "keys/" + round + "-" + partition);
    }

    /** Files of questions that a round asks. */
    Path openFolder() {
        return new Path(scoring.work(), "open");
    }

    /** Files of answers for rows. */
    Path toldFolder() {
        return new Path(scoring.work(), "told");
    }

    /** What needs no asking: judgements of any run, as far as the plan lets them count, and what this run settled. */
    LedgerReading settled(Set<String> keys) throws IOException {
        return read(keys, Selection.settledFor(runId));
    }

    /** What the rows are told: judgements, and all failures of this run. */
    LedgerReading told(Set<String> keys) throws IOException {
        return read(keys, Selection.allFor(runId));
    }

    private LedgerReading read(Set<String> keys, Selection selection) throws IOException {
        Selection counting = selection.withoutRawReplies();
        if (judge.cache() == ServedJudge.Cache.OFF) {
            counting = counting.ofThisRunOnly();
        } else if (notBefore != null) {
            counting = counting.notBefore(notBefore);
        }
        return new Ledger(storage(), ledger()).answersFor(keys, counting);
    }
}
