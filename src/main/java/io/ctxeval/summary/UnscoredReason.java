package io.ctxeval.summary;

import io.ctxeval.score.Status;
import java.util.Locale;

/**
 * How many rows have no score of a metric for one reason.
 *
 * @param metric metric id
 * @param status the status' code, such as {@code invalid_input}
 * @param reason the reason without its row's own numbers
 */
public record UnscoredReason(String metric, String status, String reason, long rows) {
    /** Stands for the reasons beyond those counted one by one. */
    public static final String OTHERS = "(other reasons)";

    /** Whether the rows count towards coverage: a score was wanted of them. */
    public boolean countsForCoverage() {
        return Status.valueOf(status.toUpperCase(Locale.ROOT)).countsForCoverage();
    }
}
