package io.ctxeval.insight;

import io.ctxeval.summary.GroupKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of both tables.
 *
 * @param ranks by group, then position
 * @param flows by group, then from, then to
 */
public record InsightTables(List<RankFigures> ranks, List<FlowFigures> flows) {
    /** Of a run without a judged chunk or a hand-off. */
    public static final InsightTables EMPTY = new InsightTables(List.of(), List.of());

    public InsightTables {
        ranks = List.copyOf(ranks);
        flows = List.copyOf(flows);
    }

    /** The rows of {@code ranks} of each group that has any, in the order of the table. */
    public Map<GroupKey, List<RankFigures>> ranksByGroup() {
        Map<GroupKey, List<RankFigures>> byGroup = new LinkedHashMap<>();
        ranks.forEach(rank -> byGroup.computeIfAbsent(rank.group(), absent -> new ArrayList<>())
                .add(rank));
        return byGroup;
    }

    /** The rows of {@code flows} of each group that has any, in the order of the table. */
    public Map<GroupKey, List<FlowFigures>> flowsByGroup() {
        Map<GroupKey, List<FlowFigures>> byGroup = new LinkedHashMap<>();
        flows.forEach(flow -> byGroup.computeIfAbsent(flow.group(), absent -> new ArrayList<>())
                .add(flow));
        return byGroup;
    }
}
