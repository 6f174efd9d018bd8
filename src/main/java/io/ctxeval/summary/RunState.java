package io.ctxeval.summary;

import io.ctxeval.score.Score;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The scores of a run by group and metric: one state per distinct tuple of all dimensions, from which every coarser grouping is
 * merged. Merging commutes. Not thread-safe; memory grows with the number of groups, not with rows.
 */
public final class RunState implements Serializable {
    /** Groups from which on a run says that they are many. */
    static final int MANY_GROUPS = 10_000;

    private final List<MetricRule> rules;
    private final List<String> dimensions;
    private final Map<GroupKey, GroupState> groups = new HashMap<>();
    private final List<ReasonCounts> reasons = new ArrayList<>();

    /**
     * A state without rows.
     *
     * @param rules one per metric, in the order of tables and reports
     * @param groupings dimensions that groups are told apart by: the plan's {@code group-by}, its gated groups; repeats count once
     */
    @SafeVarargs
    public RunState(List<MetricRule> rules, List<String>... groupings) {
        this.rules = List.copyOf(rules);
        Set<String> distinct = new LinkedHashSet<>();
        for (List<String> grouping : groupings) {
            distinct.addAll(grouping);
        }
        dimensions = List.copyOf(distinct);
        rules.forEach(rule -> reasons.add(new ReasonCounts()));
    }

    public List<MetricRule> rules() {
        return rules;
    }

    public List<String> dimensions() {
        return dimensions;
    }

    /**
     * Counts a row.
     *
     * @param values the row's dimensions; an absent one is null
     * @param scores one per rule, in their order
     */
    public void add(Map<String, String> values, List<? extends Score> scores) {
        if (scores.size() != rules.size()) {
            throw new IllegalArgumentException(scores.size() + " scores for " + rules.size() + " metrics");
        }
        GroupState group = groups.computeIfAbsent(GroupKey.of(dimensions, values), key -> new GroupState(rules));
        for (int i = 0; i < scores.size(); i++) {
            Score score = scores.get(i);
            group.metric(i).add(score);
            if (score instanceof Score.Unscored unscored) {
                reasons.get(i).add(unscored.status(), unscored.reason());
            }
        }
    }

    public void merge(RunState other) {
        if (!rules.equals(other.rules) || !dimensions.equals(other.dimensions)) {
            throw new IllegalArgumentException("states of different plans don't add up");
        }
        other.groups.forEach((key, state) ->
                groups.computeIfAbsent(key, absent -> new GroupState(rules)).merge(state));
        for (int i = 0; i < reasons.size(); i++) {
            reasons.get(i).merge(other.reasons.get(i));
        }
    }

    /**
     * The groups that some of the dimensions tell apart, in code point order, null first.
     *
     * @param grouping some of {@link #dimensions()}; empty: one group, the whole, also of a run without rows
     */
    public SortedMap<GroupKey, GroupState> by(List<String> grouping) {
        if (!dimensions.containsAll(grouping)) {
            throw new IllegalArgumentException("not among " + dimensions + ": " + grouping);
        }
        SortedMap<GroupKey, GroupState> merged = new TreeMap<>();
        if (grouping.isEmpty()) {
            merged.put(GroupKey.WHOLE, new GroupState(rules));
        }
        groups.forEach((key, state) -> merged.computeIfAbsent(key.onto(grouping), absent -> new GroupState(rules))
                .merge(state));
        return merged;
    }

    /** The summary: the whole, then the groups of each grouping in turn; in each group the metrics in their order. */
    @SafeVarargs
    public final List<ScoreSummary> summaries(List<String>... groupings) {
        Set<List<String>> distinct = new LinkedHashSet<>(List.of(List.of()));
        for (List<String> grouping : groupings) {
            distinct.add(List.copyOf(grouping));
        }
        List<ScoreSummary> summaries = new ArrayList<>();
        for (List<String> grouping : distinct) {
            by(grouping).forEach((key, state) -> {
                for (int i = 0; i < rules.size(); i++) {
                    summaries.add(
                            new ScoreSummary(key, rules.get(i), state.metric(i).figures()));
                }
            });
        }
        return List.copyOf(summaries);
    }

    /** Why scores are missing, by metric, status and reason, over all rows. */
    public List<UnscoredReason> reasons() {
        List<UnscoredReason> all = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            all.addAll(reasons.get(i).toList(rules.get(i).metric()));
        }
        return List.copyOf(all);
    }

    /** A sentence for the reader if the groups are so many that a dimension looks like an id. */
    public Optional<String> warning() {
        if (groups.size() <= MANY_GROUPS) {
            return Optional.empty();
        }
        return Optional.of(groups.size() + " groups by " + String.join(", ", dimensions)
                + ": is one of these columns an id? Memory and tables grow with groups.");
    }
}
