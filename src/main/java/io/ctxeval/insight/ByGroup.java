package io.ctxeval.insight;

import io.ctxeval.summary.GroupKey;
import java.io.Serializable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** One state per distinct tuple of all dimensions, from which every coarser grouping is merged. Not thread-safe. */
final class ByGroup<S extends Mergeable<S>> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Makes an empty state; travels with it. */
    interface Fresh<S> extends Supplier<S>, Serializable {}

    private final List<String> dimensions;
    private final Fresh<S> fresh;
    private final Map<GroupKey, S> states = new HashMap<>();

    ByGroup(List<String> dimensions, Fresh<S> fresh) {
        this.dimensions = List.copyOf(dimensions);
        this.fresh = fresh;
    }

    /** The state of a row's group. */
    S at(Map<String, String> row) {
        return states.computeIfAbsent(GroupKey.of(dimensions, row), absent -> fresh.get());
    }

    void merge(ByGroup<S> other) {
        if (!dimensions.equals(other.dimensions)) {
            throw new IllegalArgumentException("states of different plans don't add up");
        }
        other.states.forEach((key, state) ->
                states.computeIfAbsent(key, absent -> fresh.get()).merge(state));
    }

    /**
     * The states of groups, in their order; a group without any row has an empty one.
     *
     * @param groups by some of the dimensions
     */
    Map<GroupKey, S> of(List<GroupKey> groups) {
        Map<GroupKey, S> merged = new LinkedHashMap<>();
        Set<List<String>> groupings = new LinkedHashSet<>();
        for (GroupKey group : groups) {
            merged.put(group, fresh.get());
            groupings.add(group.parts().stream().map(GroupKey.Part::dimension).toList());
        }
        for (List<String> grouping : groupings) {
            states.forEach((key, state) -> {
                S larger = merged.get(key.onto(grouping));
                if (larger != null) {
                    larger.merge(state);
                }
            });
        }
        return merged;
    }
}
