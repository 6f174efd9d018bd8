package io.ctxeval.score;

import io.ctxeval.sample.Retrieval;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A retrieved list with the labels of its places (metrics.md 6.7). An id that comes again occupies its later places, and is no hit
 * there. Labels below 0 count as 0.
 */
final class JudgedRanking {
    private static final double UNLABELLED = Double.NaN;
    private static final double LOG_2 = StrictMath.log(2);

    private final List<String> ids;
    private final double[] labels;
    private final boolean[] repeated;

    /** All labels of the query, largest first. */
    private final double[] ideal;

    private final List<List<String>> groups;

    /**
     * A ranking.
     *
     * @param retrieval with ids
     */
    JudgedRanking(Retrieval retrieval) {
        ids = orEmpty(retrieval.ids());
        Map<String, Double> known = retrieval.labels() == null ? Map.of() : retrieval.labels();
        groups = retrieval.groups() == null ? List.of() : retrieval.groups();
        labels = new double[ids.size()];
        repeated = new boolean[ids.size()];
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < labels.length; i++) {
            Double label = known.get(ids.get(i));
            labels[i] = label == null ? UNLABELLED : Math.max(0, label);
            repeated[i] = !seen.add(ids.get(i));
        }
        double[] ascending = known.values().stream()
                .mapToDouble(label -> Math.max(0, label))
                .sorted()
                .toArray();
        ideal = new double[ascending.length];
        for (int i = 0; i < ideal.length; i++) {
            ideal[i] = ascending[ideal.length - 1 - i];
        }
    }

    private static List<String> orEmpty(@Nullable List<String> list) {
        return list == null ? List.of() : list;
    }

    int retrieved() {
        return labels.length;
    }

    /** Ids that have a label, retrieved or not. */
    int labelled() {
        return ideal.length;
    }

    /** Ids whose label is that of a hit, retrieved or not. */
    int relevant(double least) {
        int count = 0;
        while (count < ideal.length && ideal[count] >= least) {
            count++;
        }
        return count;
    }

    private boolean isHit(int place, double least) {
        return !repeated[place] && labels[place] >= least;
    }

    /** Hits among the first k places. */
    int hits(int k, double least) {
        int hits = 0;
        for (int i = 0; i < Math.min(k, labels.length); i++) {
            hits += isHit(i, least) ? 1 : 0;
        }
        return hits;
    }

    /** The rank of the first hit, from 1; 0 without one. */
    int firstHit(double least) {
        for (int i = 0; i < labels.length; i++) {
            if (isHit(i, least)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** The sum of the precision at each hit. */
    double precisionAtHits(double least) {
        double sum = 0;
        int hits = 0;
        for (int i = 0; i < labels.length; i++) {
            if (isHit(i, least)) {
                hits++;
                sum += (double) hits / (i + 1);
            }
        }
        return sum;
    }

    /** Places among the first k whose id has a label. */
    int labelledIn(int k) {
        int count = 0;
        for (int i = 0; i < Math.min(k, labels.length); i++) {
            count += Double.isNaN(labels[i]) ? 0 : 1;
        }
        return count;
    }

    /** Different ids among those retrieved that have a label, but not that of a hit. */
    int misses(double least) {
        int count = 0;
        for (int i = 0; i < labels.length; i++) {
            count += !repeated[i] && labels[i] < least ? 1 : 0;
        }
        return count;
    }

    /** The discounted gain of the first k places. */
    double gain(int k, boolean exponential) {
        double sum = 0;
        for (int i = 0; i < Math.min(k, labels.length); i++) {
            if (!repeated[i] && labels[i] > 0) {
                sum += gainOf(labels[i], exponential) * discount(i);
            }
        }
        return sum;
    }

    /** The discounted gain of the k largest labels in the best order. */
    double idealGain(int k, boolean exponential) {
        double sum = 0;
        for (int i = 0; i < Math.min(k, ideal.length) && ideal[i] > 0; i++) {
            sum += gainOf(ideal[i], exponential) * discount(i);
        }
        return sum;
    }

    private static double gainOf(double label, boolean exponential) {
        return exponential ? StrictMath.pow(2, label) - 1 : label;
    }

    private static double discount(int place) {
        return LOG_2 / StrictMath.log(place + 2.0);
    }

    int groups() {
        return groups.size();
    }

    /** Groups with a member in the first k places. */
    int groupsMet(int k) {
        int met = 0;
        for (int rank : groupRanks()) {
            met += rank < k ? 1 : 0;
        }
        return met;
    }

    /** The discounted gain of the first k places, 1 for each group at its first member. */
    double groupGain(int k) {
        int[] ranks = groupRanks();
        Arrays.sort(ranks);
        double sum = 0;
        for (int rank : ranks) {
            sum += rank < k ? discount(rank) : 0;
        }
        return sum;
    }

    /** What {@link #groupGain} is where each group has a place of its own, from the first on. */
    double idealGroupGain(int k) {
        double sum = 0;
        for (int i = 0; i < Math.min(k, groups.size()); i++) {
            sum += discount(i);
        }
        return sum;
    }

    /** For each group the place of its first member, from 0; {@link Integer#MAX_VALUE} without one. */
    private int[] groupRanks() {
        int[] ranks = new int[groups.size()];
        for (int group = 0; group < ranks.length; group++) {
            Set<String> members = Set.copyOf(groups.get(group));
            ranks[group] = Integer.MAX_VALUE;
            for (int i = 0; i < ids.size() && ranks[group] == Integer.MAX_VALUE; i++) {
                if (members.contains(ids.get(i))) {
                    ranks[group] = i;
                }
            }
        }
        return ranks;
    }
}
