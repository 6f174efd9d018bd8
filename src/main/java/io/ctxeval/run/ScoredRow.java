package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.score.JudgedMetric.Answered;
import io.ctxeval.score.Score;
import io.ctxeval.score.TraceFindings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record with its scores.
 *
 * @param scores one for each metric of the run, in the run's order
 * @param trace what the walk over the trace found; null for a row that is no trace
 * @param asked the questions that the judge answered for this row
 */
record ScoredRow(
        CanonicalRecord record,
        List<Score> scores,
        @Nullable TraceFindings trace,
        List<Asked> asked) {
    /**
     * A question of a metric with the answer of a judge.
     *
     * @param entry the ledger's, where the judge stands behind an endpoint
     */
    record Asked(
            String metric,
            String judge,
            Question question,
            Verdict verdict,
            @Nullable LedgerEntry entry) {
        static Asked ofBuiltIn(String metric, String judge, Answered answered) {
            return new Asked(metric, judge, answered.question(), answered.verdict(), null);
        }
    }
}
