package io.ctxeval.insight;

import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.WorstKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state behind the tables {@code ranks} and {@code flows}, by group. Adding and merging commute and are exact. Not
 * thread-safe; memory grows with groups, positions and pairs of agents, not with rows.
 */
public final class Insights implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The score of a hand-off that loses nothing. */
    private static final double ALL_PASSED = 10;

    private final ByGroup<RankState> ranks;
    private final ByGroup<FlowMap> flows;

    /**
     * A state without rows.
     *
     * @param dimensions by which any table tells groups apart
     */
    public Insights(List<String> dimensions) {
        ranks = new ByGroup<>(dimensions, RankState::new);
        flows = new ByGroup<>(dimensions, FlowMap::new);
    }

    /**
     * Counts a judged row.
     *
     * @param row its dimensions
     */
    public void add(Map<String, String> row, JudgedList list) {
        ranks.at(row).add(list);
    }

    /**
     * Counts the hand-offs of a trace.
     *
     * @param row its dimensions
     * @param order makes the key that orders this trace among the worst by one of its pairs
     */
    public void add(Map<String, String> row, List<HandoffPair> pairs, Function<HandoffPair, WorstKey> order) {
        if (pairs.isEmpty()) {
            return;
        }
        FlowMap map = flows.at(row);
        for (HandoffPair pair : pairs) {
            map.add(pair, pair.contextPassedScore() < ALL_PASSED ? order.apply(pair) : null);
        }
    }

    public void merge(Insights other) {
        ranks.merge(other.ranks);
        flows.merge(other.flows);
    }

    /**
     * The rows of {@code ranks}: by group, then position; none for a group without a judged chunk.
     *
     * @param groups in the order of the table
     * @param judge who judged
     * @param price of a million context tokens; null: not known
     */
    public List<RankFigures> ranks(List<GroupKey> groups, @Nullable String judge, @Nullable Double price) {
        List<RankFigures> all = new ArrayList<>();
        ranks.of(groups).forEach((group, state) -> {
            for (int position = 0; position < state.positions(); position++) {
                int k = position + 1;
                all.add(new RankFigures(
                        group,
                        judge,
                        position,
                        k,
                        RankFigures.Use.of(state.useAt(position)),
                        RankFigures.Curve.of(state.ofFirst(k), state.uncited(), price)));
            }
            RankState.Use rest = state.rest();
            if (rest != null) {
                RankFigures.Curve whole = RankFigures.Curve.of(state.ofAll(), state.uncited(), price);
                all.add(new RankFigures(group, judge, RankState.MOST, null, RankFigures.Use.of(rest), whole));
            }
        });
        return List.copyOf(all);
    }

    /**
     * The rows of {@code flows}: by group, then from, then to; the rest last.
     *
     * @param groups in the order of the table
     */
    public List<FlowFigures> flows(List<GroupKey> groups) {
        List<FlowFigures> all = new ArrayList<>();
        flows.of(groups).forEach((group, map) -> {
            map.edges().forEach((edge, state) -> all.add(FlowFigures.of(group, edge, state)));
            if (map.rest().passed.n() > 0) {
                all.add(FlowFigures.of(group, null, map.rest()));
            }
        });
        return List.copyOf(all);
    }
}
