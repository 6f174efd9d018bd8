package io.ctxeval.insight;

import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.summary.WorstKey;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The hand-offs of a group of traces by edge. Of very many edges the first in their order are told apart and the rest pooled:
 * an edge that falls out anywhere has as many before it everywhere, so the outcome is the same for any partitioning.
 */
final class FlowMap implements Mergeable<FlowMap> {
    private static final long serialVersionUID = 1L;

    /** Edges told apart; agents beyond that are named after requests. */
    static final int MOST = 1000;

    private final TreeMap<Edge, FlowState> edges = new TreeMap<>();
    private final FlowState rest = new FlowState();

    void add(HandoffPair pair, @Nullable WorstKey worse) {
        at(new Edge(pair.fromAgent(), pair.toAgent())).add(pair, worse);
        bound();
    }

    @Override
    public void merge(FlowMap other) {
        other.edges.forEach((edge, state) -> at(edge).merge(state));
        rest.merge(other.rest);
        bound();
    }

    SortedMap<Edge, FlowState> edges() {
        return Collections.unmodifiableSortedMap(edges);
    }

    /** The pairs of all other edges. */
    FlowState rest() {
        return rest;
    }

    private FlowState at(Edge edge) {
        return edges.computeIfAbsent(edge, absent -> new FlowState());
    }

    private void bound() {
        while (edges.size() > MOST) {
            rest.merge(edges.pollLastEntry().getValue());
        }
    }
}
