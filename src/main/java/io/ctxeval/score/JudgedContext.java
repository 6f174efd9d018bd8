package io.ctxeval.score;

import io.ctxeval.text.Partition;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A context with what was judged of it: which chunks are used, which say the same, which contradict each other. Ids are
 * positions in the list of chunks as given.
 *
 * <p>What a judge may repeat, reverse or overlap has one form here: groups are the connected components of (exact copies) +
 * (judged groups), pairs stand once per two text classes, named by the smallest id of each class (metrics.md 3.2, 3.3).
 */
public final class JudgedContext implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The class of a blank chunk: no text, no copies, never used. */
    public static final int BLANK = -1;

    private final int[] textClasses;
    private final boolean[] used;
    private final int[] components;
    private final List<List<Integer>> judgedGroups;
    private final List<ChunkPair> pairs;

    private JudgedContext(
            int[] textClasses,
            boolean[] used,
            int[] components,
            List<List<Integer>> judgedGroups,
            List<ChunkPair> pairs) {
        this.textClasses = textClasses;
        this.used = used;
        this.components = components;
        this.judgedGroups = judgedGroups;
        this.pairs = pairs;
    }

    /**
     * A context from verdicts in any order and number.
     *
     * @param textClasses number of each chunk's text; equal for exact copies, {@link #BLANK} for a blank chunk
     * @param used each chunk's verdict; a blank chunk counts as unused whatever stands here
     * @param groups ids of chunks that say the same; blank ones are left out
     * @param pairs contradictions; left out are those of two copies of one text and those with a blank chunk
     * @throws IllegalArgumentException if {@code used} has another length than {@code textClasses}
     * @throws IndexOutOfBoundsException if an id is no position in the list
     */
    public static JudgedContext of(
            int[] textClasses, boolean[] used, List<List<Integer>> groups, List<ChunkPair> pairs) {
        if (used.length != textClasses.length) {
            throw new IllegalArgumentException(used.length + " verdicts for " + textClasses.length + " chunks");
        }
        int[] classes = textClasses.clone();
        boolean[] verdicts = used.clone();
        for (int i = 0; i < verdicts.length; i++) {
            verdicts[i] &= classes[i] != BLANK;
        }
        int[] representatives = representatives(classes);
        return new JudgedContext(
                classes,
                verdicts,
                componentsOf(classes, groups),
                byFirstCopies(groups, representatives),
                distinct(pairs, classes, representatives));
    }

    /**
     * What was judged of the first chunks only: verdicts, groups and pairs among them, components anew. Two chunks that only a
     * chunk behind them connects are no group.
     *
     * @param count chunks kept, at least 1; all there are if there are fewer
     */
    public JudgedContext first(int count) {
        if (count >= size()) {
            return this;
        }
        int[] classes = Arrays.copyOf(textClasses, count);
        List<List<Integer>> groups = groupsWithin(count);
        // Copies alone join a chunk to the smallest id of its text, which stands in front of it.
        int[] joined = judgedGroups.isEmpty() ? Arrays.copyOf(components, count) : componentsOf(classes, groups);
        return new JudgedContext(
                classes,
                Arrays.copyOf(used, count),
                joined,
                groups,
                pairs.isEmpty()
                        ? pairs
                        : pairs.stream().filter(pair -> pair.b() < count).toList());
    }

    private List<List<Integer>> groupsWithin(int count) {
        return judgedGroups.isEmpty()
                ? judgedGroups
                : judgedGroups.stream()
                        .map(group -> group.stream().filter(id -> id < count).toList())
                        .filter(group -> group.size() > 1)
                        .toList();
    }

    /** Whether there is any text, that is a chunk that isn't blank. */
    public boolean hasText() {
        for (int textClass : textClasses) {
            if (textClass != BLANK) {
                return true;
            }
        }
        return false;
    }

    public int size() {
        return textClasses.length;
    }

    /** Whether the output uses the chunk. */
    public boolean isUsed(int id) {
        return used[id];
    }

    /** Number of different texts; blank chunks are none. */
    public int textCount() {
        return (int) Arrays.stream(textClasses)
                .filter(textClass -> textClass != BLANK)
                .distinct()
                .count();
    }

    /** The component of a chunk: the smallest id among the chunks that say the same. */
    public int componentOf(int id) {
        return components[id];
    }

    /** The components of two chunks or more, ids ascending, ordered by their first id. */
    public List<List<Integer>> groups() {
        return Partition.groups(components);
    }

    /** The contradictions, each pair of texts once, {@code a < b}, in the order of their ids. */
    public List<ChunkPair> pairs() {
        return pairs;
    }

    /** For each chunk the smallest id among the chunks that say the same. */
    private static int[] componentsOf(int[] classes, List<List<Integer>> groups) {
        Partition partition = new Partition();
        partition.reset(classes.length);
        int[] representatives = representatives(classes);
        for (int i = 0; i < classes.length; i++) {
            partition.join(i, representatives[i]);
        }
        for (List<Integer> group : groups) {
            int first = BLANK;
            for (int id : group) {
                if (classes[id] == BLANK) {
                    continue;
                }
                if (first == BLANK) {
                    first = id;
                }
                partition.join(first, id);
            }
        }
        return partition.roots();
    }

    /** For each chunk the smallest id with the same text; a blank chunk stands for itself. */
    private static int[] representatives(int[] classes) {
        Map<Integer, Integer> first = new LinkedHashMap<>();
        int[] representatives = new int[classes.length];
        for (int i = 0; i < classes.length; i++) {
            Integer earlier = classes[i] == BLANK ? null : first.putIfAbsent(classes[i], i);
            representatives[i] = earlier == null ? i : earlier;
        }
        return representatives;
    }

    /** Judged groups named by the first copy of each text, as pairs are. */
    private static List<List<Integer>> byFirstCopies(List<List<Integer>> groups, int[] representatives) {
        return groups.isEmpty()
                ? List.of()
                : groups.stream()
                        .map(group -> group.stream()
                                .map(id -> representatives[id])
                                .distinct()
                                .toList())
                        .filter(group -> group.size() > 1)
                        .toList();
    }

    private static List<ChunkPair> distinct(List<ChunkPair> pairs, int[] classes, int[] representatives) {
        if (pairs.isEmpty()) {
            return List.of();
        }
        Map<List<Integer>, ChunkPair> distinct = new LinkedHashMap<>();
        for (ChunkPair pair : pairs) {
            int a = representatives[pair.a()];
            int b = representatives[pair.b()];
            if (a == b || classes[a] == BLANK || classes[b] == BLANK) {
                continue;
            }
            ChunkPair canonical = new ChunkPair(Math.min(a, b), Math.max(a, b), pair.reason());
            distinct.merge(
                    List.of(canonical.a(), canonical.b()),
                    canonical,
                    (earlier, later) -> earlier.reason().isBlank() ? later : earlier);
        }
        return distinct.values().stream()
                .sorted(Comparator.comparingInt(ChunkPair::a).thenComparingInt(ChunkPair::b))
                .toList();
    }
}
