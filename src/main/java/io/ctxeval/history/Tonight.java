package io.ctxeval.history;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The run that is held against earlier ones.
 *
 * @param night see {@link NightEntry}, as for date and at
 * @param judge who judges it
 * @param metricVersion version of a metric's formula
 */
public record Tonight(
        String night, @Nullable String date, Instant at, JudgeIdentity judge, UnaryOperator<String> metricVersion) {
    /** What lies before it. */
    public NightSeries before(NightSeries all) {
        return all.before(at);
    }

    /** Whether an earlier figure may be compared with tonight's of the same metric and group. */
    public boolean isComparable(NightEntry entry, NightFigure figure, @Nullable String judgeName) {
        boolean sameJudge = judgeName == null
                ? figure.judge() == null
                : judgeName.equals(figure.judge()) && judge.isComparableWith(entry.judge());
        return sameJudge && figure.version().equals(metricVersion.apply(figure.metric()));
    }
}
