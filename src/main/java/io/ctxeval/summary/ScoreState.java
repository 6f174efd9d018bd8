package io.ctxeval.summary;

import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.io.Serializable;

/**
 * All that a summary needs of one metric's scores in one group of rows. Adding and merging commute and are exact, so the figures
 * have the same bits for any order and any partitioning of the rows (metrics.md 7.2): sums are whole numbers of billionths,
 * quantiles come from counts in bins that the scale fixes. Not thread-safe.
 */
public final class ScoreState implements Serializable {
    private final MetricRule rule;
    private final Bins bins;
    private final StatusTally tally = new StatusTally();
    private final MomentState moments = new MomentState();
    private final Histogram histogram;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private long passed;

    public ScoreState(MetricRule rule) {
        this.rule = rule;
        bins = Bins.of(rule.scale());
        histogram = new Histogram(bins.size());
    }

    public MetricRule rule() {
        return rule;
    }

    /** Counts a row; whether it passes is told by the rule. */
    public void add(Score score) {
        if (score instanceof Score.Scored scored) {
            add(scored.value(), rule.passes(scored.value()));
        } else {
            add(score.status());
        }
    }

    /** Counts a row without a number; {@code status} is anything but {@link Status#OK}. */
    public void add(Status status) {
        if (status == Status.OK) {
            throw new IllegalArgumentException("a row with status ok has a score");
        }
        tally.add(status);
    }

    /**
     * Counts a row with a number.
     *
     * @param score finite
     * @param passes whether the row passes
     * @throws IllegalArgumentException if the score isn't on the metric's scale
     */
    public void add(double score, boolean passes) {
        histogram.add(bins.of(score), 1);
        tally.add(Status.OK);
        moments.add(score);
        min = Math.min(min, score);
        max = Math.max(max, score);
        if (passes) {
            passed++;
        }
    }

    /**
     * Adds what another state has seen.
     *
     * @throws IllegalArgumentException if it is of another metric or rule
     */
    public void merge(ScoreState other) {
        if (!rule.equals(other.rule)) {
            throw new IllegalArgumentException("states of " + rule + " and " + other.rule + " don't add up");
        }
        tally.merge(other.tally);
        moments.merge(other.moments);
        histogram.merge(other.histogram);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        passed += other.passed;
    }

    /** The figures of the rows seen so far. */
    public Figures figures() {
        StatusCounts counts = tally.counts();
        return new Figures(
                counts,
                moments.moments(),
                counts.ok() == 0 ? null : Quantiles.of(histogram.toArray(), bins, min, max),
                rule.rowThreshold() == null ? null : PassRate.of(passed, counts));
    }
}
