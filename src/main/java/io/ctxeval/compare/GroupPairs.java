package io.ctxeval.compare;

import io.ctxeval.score.Status;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The pairs of all metrics in one group of rows. */
final class GroupPairs implements Serializable {
    private final MetricPairs[] metrics;
    private final @Nullable ClusterSums clusters;
    private long both;
    private final long[] only = new long[2];
    private final long[] repeated = new long[2];
    private final long[] sameQuestion = new long[2];

    GroupPairs(ComparisonRules rules) {
        metrics = rules.metrics().stream().map(MetricPairs::new).toArray(MetricPairs[]::new);
        clusters = rules.clustered() ? new ClusterSums(rules.replicates(), rules.seed(), metrics.length) : null;
    }

    void pair(@Nullable String cluster, ScoreRow base, ScoreRow candidate) {
        both++;
        tally(Side.BASE, base);
        tally(Side.CANDIDATE, candidate);
        for (int i = 0; i < metrics.length; i++) {
            if (isExpected(base.status(i), candidate.status(i))) {
                metrics[i].expect();
            }
            if (base.ok(i) && candidate.ok(i)) {
                long delta = metrics[i].add(base.score(i), candidate.score(i));
                if (clusters != null && cluster != null) {
                    clusters.add(cluster, i, delta);
                }
            }
        }
    }

    void only(Side side, ScoreRow row) {
        only[index(side)]++;
        tally(side, row);
        expect(side, row);
    }

    void repeated(Side side, ScoreRow row) {
        repeated[index(side)]++;
        tally(side, row);
        expect(side, row);
    }

    void sameQuestion(Side side, ScoreRow row) {
        sameQuestion[index(side)]++;
        tally(side, row);
    }

    void expand() {
        if (clusters != null) {
            clusters.expand();
        }
    }

    void merge(GroupPairs other) {
        for (int i = 0; i < metrics.length; i++) {
            metrics[i].merge(other.metrics[i]);
        }
        if (clusters != null && other.clusters != null) {
            clusters.merge(other.clusters);
        }
        both += other.both;
        for (int i = 0; i < only.length; i++) {
            only[i] += other.only[i];
            repeated[i] += other.repeated[i];
            sameQuestion[i] += other.sameQuestion[i];
        }
    }

    MetricPairs metric(int index) {
        return metrics[index];
    }

    /** The bootstrap over clusters; null where rows aren't clustered. {@link #expand} comes first. */
    @Nullable Replicates replicates(int metric) {
        return clusters == null ? null : clusters.replicates(metric);
    }

    RowCounts rows() {
        return new RowCounts(both, only[0], only[1], repeated[0], repeated[1], sameQuestion[0], sameQuestion[1]);
    }

    private void tally(Side side, ScoreRow row) {
        for (int i = 0; i < metrics.length; i++) {
            metrics[i].statuses(side).add(row.status(i));
        }
    }

    /** A score of the base without a partner. New rows of the candidate have nothing to fall behind. */
    private void expect(Side side, ScoreRow row) {
        for (int i = 0; side == Side.BASE && i < metrics.length; i++) {
            if (row.ok(i)) {
                metrics[i].expect();
            }
        }
    }

    private static boolean isExpected(Status base, Status candidate) {
        boolean sampledOut = base == Status.NOT_SAMPLED || candidate == Status.NOT_SAMPLED;
        boolean scored = base == Status.OK || candidate == Status.OK;
        return scored && !sampledOut && base != Status.NOT_APPLICABLE;
    }

    private static int index(Side side) {
        return side == Side.BASE ? 0 : 1;
    }
}
