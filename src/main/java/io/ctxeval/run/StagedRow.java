package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.score.Score;
import io.ctxeval.score.TraceFindings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that waits for a judge, with all scores that need none. Logs may change meanwhile: it is never read from the input
 * again.
 *
 * @param record without the texts of its trace
 * @param scores one for each metric of the run; null where a question is open
 */
record StagedRow(
        CanonicalRecord record,
        List<@Nullable Score> scores,
        @Nullable TraceFindings trace) implements Serializable {
    StagedRow {
        scores = Collections.unmodifiableList(new ArrayList<>(scores));
    }

    /** Whether a question is open. */
    boolean isOpen() {
        return scores.contains(null);
    }

    /** The row with all its scores, none of which is missing any more. */
    ScoredRow complete(List<ScoredRow.Asked> asked) {
        List<Score> complete = new ArrayList<>(scores.size());
        for (Score score : scores) {
            complete.add(Objects.requireNonNull(score, "a question is still open"));
        }
        return new ScoredRow(record, complete, trace, asked);
    }

    /** The row with further scores. */
    StagedRow with(List<@Nullable Score> scores) {
        return new StagedRow(record, scores, trace);
    }
}
