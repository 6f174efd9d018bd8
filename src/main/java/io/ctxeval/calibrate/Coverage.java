package io.ctxeval.calibrate;

import io.ctxeval.score.Status;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of the rows that have a label.
 *
 * @param labelled rows with the label that the run has
 * @param compared those with a verdict
 * @param unscored the others by status
 * @param unlike those of whose aspects the label isn't about, as the numbers differ; 0 of other labels
 */
public record Coverage(long labelled, long compared, SortedMap<Status, Long> unscored, long unlike) {
    public Coverage {
        unscored = Collections.unmodifiableSortedMap(new TreeMap<>(unscored));
    }

    /** The share of labelled rows on which the judge failed: it was asked and gave nothing to use. Null without a row. */
    public @Nullable Double failedShare() {
        long failed = unscored.entrySet().stream()
                .filter(entry -> entry.getKey().countsForCoverage() && entry.getKey() != Status.INVALID_INPUT)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return labelled == 0 ? null : (Double) ((double) failed / labelled);
    }

    /** Counts rows. */
    static final class Tally {
        private final SortedMap<Status, Long> unscored = new TreeMap<>();
        private long labelled;
        private long compared;
        private long unlike;

        /** Counts a labelled row; whether it can be compared. */
        boolean takes(JudgedRow.Outcome outcome) {
            labelled++;
            if (outcome.isOk()) {
                compared++;
                return true;
            }
            unscored.merge(outcome.status(), 1L, Long::sum);
            return false;
        }

        /** Takes the last row back, for its label is about something else. */
        void leaveOut() {
            compared--;
            unlike++;
        }

        Coverage coverage() {
            return new Coverage(labelled, compared, unscored, unlike);
        }
    }
}
