package io.ctxeval.summary;

import java.io.Serializable;
import java.util.List;

/** The states of all metrics in one group of rows. */
public final class GroupState implements Serializable {
    private final ScoreState[] states;

    GroupState(List<MetricRule> rules) {
        states = rules.stream().map(ScoreState::new).toArray(ScoreState[]::new);
    }

    /** The state of a metric, by its place in the run's list of rules. */
    public ScoreState metric(int index) {
        return states[index];
    }

    void merge(GroupState other) {
        for (int i = 0; i < states.length; i++) {
            states[i].merge(other.states[i]);
        }
    }
}
