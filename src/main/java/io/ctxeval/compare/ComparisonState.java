package io.ctxeval.compare;

import io.ctxeval.summary.GroupKey;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that a comparison of two versions needs of their joined rows. Adding and merging commute and are exact: whole numbers only,
 * so the outcome has the same bits for any order and any partitioning. Not thread-safe.
 *
 * <p>Whoever joins the rows calls, for each sample id, {@link #pair} where it stands once in each version, {@link #only} where it
 * stands once in one and not once in the other, and {@link #repeated} or {@link #sameQuestion} for each row of an id that a version
 * holds more than once. At the end of a part {@link #expand} makes the state small enough to send.
 *
 * <p>Memory: for each group, that is each combination of the dimensions' values, and each metric at most 320 kB of counts, far less
 * while few differences occur; with clusters 16 bytes · replicates more.
 */
public final class ComparisonState implements Serializable {
    private final ComparisonRules rules;
    private final Map<GroupKey, GroupPairs> groups = new HashMap<>();

    public ComparisonState(ComparisonRules rules) {
        this.rules = rules;
    }

    public ComparisonRules rules() {
        return rules;
    }

    /**
     * Counts an id that stands once in each version.
     *
     * @param values the base row's dimensions; an absent one is null
     * @param cluster the row's cluster, or its sample id where it has none; ignored unless rows are clustered
     * @param base one entry per metric of the rules
     * @throws IllegalArgumentException if a score isn't on its metric's scale, or the cluster is missing
     */
    public void pair(Map<String, String> values, @Nullable String cluster, ScoreRow base, ScoreRow candidate) {
        require(base);
        require(candidate);
        if (rules.clustered() && cluster == null) {
            throw new IllegalArgumentException("a row without a cluster is a cluster of its own: give its sample id");
        }
        group(values).pair(cluster, base, candidate);
    }

    /** Counts a row whose id stands once in this version and not once in the other. */
    public void only(Side side, Map<String, String> values, ScoreRow row) {
        require(row);
        group(values).only(side, row);
    }

    /** Counts a row whose given id stands more than once in this version; it is left out of pairing. */
    public void repeated(Side side, Map<String, String> values, ScoreRow row) {
        require(row);
        group(values).repeated(side, row);
    }

    /**
     * Counts a row without an id of its own whose input stands more than once in this version; it is left out of pairing, and
     * isn't held against the version (product.md 3).
     */
    public void sameQuestion(Side side, Map<String, String> values, ScoreRow row) {
        require(row);
        group(values).sameQuestion(side, row);
    }

    /** Multiplies out the sums by cluster, at the end of a part. Without clusters it does nothing. */
    public void expand() {
        groups.values().forEach(GroupPairs::expand);
    }

    /**
     * Adds what another state has seen.
     *
     * @throws IllegalArgumentException if it has other rules
     */
    public void merge(ComparisonState other) {
        if (!rules.equals(other.rules)) {
            throw new IllegalArgumentException("states of different comparisons don't add up");
        }
        other.groups.forEach((key, state) ->
                groups.computeIfAbsent(key, absent -> new GroupPairs(rules)).merge(state));
    }

    /**
     * What the comparison comes to.
     *
     * @param base name of the base version
     * @param candidate name of the other
     * @param differences how the versions' scores were made differently, from {@link Refusal#of}
     * @param override whether to compare in spite of them
     * @param groupings each some of the dimensions: its slices follow the whole; none: the whole alone
     */
    public Comparison outcome(
            String base,
            String candidate,
            ComparisonSettings settings,
            List<Refusal> differences,
            boolean override,
            List<List<String>> groupings) {
        return new Judgement(this, settings).comparison(base, candidate, differences, override, groupings);
    }

    /**
     * The groups that some of the dimensions tell apart, in code point order, null first.
     *
     * @param grouping empty: one group, the whole, also without rows
     */
    SortedMap<GroupKey, GroupPairs> by(List<String> grouping) {
        if (!rules.dimensions().containsAll(grouping)) {
            throw new IllegalArgumentException("not among " + rules.dimensions() + ": " + grouping);
        }
        SortedMap<GroupKey, GroupPairs> merged = new TreeMap<>();
        if (grouping.isEmpty()) {
            merged.put(GroupKey.WHOLE, new GroupPairs(rules));
        }
        groups.forEach((key, state) -> merged.computeIfAbsent(key.onto(grouping), absent -> new GroupPairs(rules))
                .merge(state));
        return merged;
    }

    private GroupPairs group(Map<String, String> values) {
        return groups.computeIfAbsent(GroupKey.of(rules.dimensions(), values), key -> new GroupPairs(rules));
    }

    private void require(ScoreRow row) {
        Objects.requireNonNull(row);
        if (row.metrics() != rules.metrics().size()) {
            throw new IllegalArgumentException(
                    row.metrics() + " scores for " + rules.metrics().size() + " metrics");
        }
    }
}
