package io.ctxeval.report;

import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.ScoreSummary;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Summaries with the metrics down and the groups across, both in the order of the summaries.
 *
 * @param byMetric what there is of each metric, by group
 */
record ScoreGrid(List<GroupKey> groups, Map<String, Map<GroupKey, ScoreSummary>> byMetric) {
    static ScoreGrid of(List<ScoreSummary> summaries) {
        Map<String, Map<GroupKey, ScoreSummary>> byMetric = new LinkedHashMap<>();
        Set<GroupKey> groups = new LinkedHashSet<>();
        for (ScoreSummary summary : summaries) {
            groups.add(summary.group());
            byMetric.computeIfAbsent(summary.rule().metric(), metric -> new HashMap<>())
                    .put(summary.group(), summary);
        }
        return new ScoreGrid(List.copyOf(groups), byMetric);
    }
}
