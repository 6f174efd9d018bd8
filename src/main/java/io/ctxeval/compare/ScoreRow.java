package io.ctxeval.compare;

import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.util.Arrays;
import java.util.List;

/** What became of every metric on one row: a buffer to be filled again for the next row. A metric not set is not applicable. */
public final class ScoreRow {
    private final Status[] statuses;
    private final double[] scores;

    public ScoreRow(int metrics) {
        statuses = new Status[metrics];
        scores = new double[metrics];
        clear();
    }

    public static ScoreRow of(List<? extends Score> scores) {
        ScoreRow row = new ScoreRow(scores.size());
        for (int i = 0; i < scores.size(); i++) {
            if (scores.get(i) instanceof Score.Scored scored) {
                row.set(i, scored.value());
            } else {
                row.set(i, scores.get(i).status());
            }
        }
        return row;
    }

    public void clear() {
        Arrays.fill(statuses, Status.NOT_APPLICABLE);
    }

    /**
     * A number.
     *
     * @param score finite, on the metric's scale
     */
    public void set(int metric, double score) {
        if (!Double.isFinite(score)) {
            throw new IllegalArgumentException("a score must be finite: " + score);
        }
        statuses[metric] = Status.OK;
        scores[metric] = score;
    }

    /** No number; {@code status} is anything but {@link Status#OK}. */
    public void set(int metric, Status status) {
        if (status == Status.OK) {
            throw new IllegalArgumentException("a row with status ok has a score");
        }
        statuses[metric] = status;
    }

    int metrics() {
        return statuses.length;
    }

    Status status(int metric) {
        return statuses[metric];
    }

    boolean ok(int metric) {
        return statuses[metric] == Status.OK;
    }

    double score(int metric) {
        return scores[metric];
    }
}
