package io.ctxeval.plan;

import io.ctxeval.score.Scale;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code compare} is asked: two versions of one run, or two sides, each a run or a plain table of scores.
 *
 * @param run folder of a run whose versions are compared; null: {@code base} and {@code candidate} are sides
 * @param by the column of runs that tells versions apart
 * @param base a version of the run (null: the first by name), or a side: the folder of a run or a file
 * @param candidate a version of the run (null: all others), or a side
 * @param baseVersion of a base that is a run: the version to take; null: it has one only
 * @param candidateVersion of a candidate that is a run, likewise
 * @param margin points by which a metric may fall before the gate fails, at least 0
 * @param coverage least share of the base's rows that the gate must see in pairs, in [0, 1]
 * @param metrics to compare; empty: all that both have
 * @param scales of columns of plain tables; others are on 0..100, the higher the better
 * @param thresholds from which on a row of a plain table passes, by column
 * @param override whether to compare scores that were made in different ways
 */
public record ComparisonRequest(
        @Nullable String run,
        String by,
        @Nullable String base,
        @Nullable String candidate,
        @Nullable String baseVersion,
        @Nullable String candidateVersion,
        double margin,
        double coverage,
        List<String> metrics,
        Map<String, Scale> scales,
        Map<String, Double> thresholds,
        boolean override) {
    public ComparisonRequest {
        metrics = List.copyOf(metrics);
        scales = Collections.unmodifiableMap(new LinkedHashMap<>(scales));
        thresholds = Collections.unmodifiableMap(new LinkedHashMap<>(thresholds));
    }
}
