package io.ctxeval.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Connected components of 0..n-1, joined pair by pair. */
public final class Partition {
    private int[] parents = new int[16];
    private int size;
    private int components;

    /** Begins anew with every element alone. */
    public void reset(int elements) {
        if (parents.length < elements) {
            parents = new int[Math.max(elements, 2 * parents.length)];
        }
        for (int i = 0; i < elements; i++) {
            parents[i] = i;
        }
        size = elements;
        components = elements;
    }

    public void join(int a, int b) {
        int rootOfA = root(a);
        int rootOfB = root(b);
        if (rootOfA != rootOfB) {
            // The smaller number becomes the root, so that it names the component.
            parents[Math.max(rootOfA, rootOfB)] = Math.min(rootOfA, rootOfB);
            components--;
        }
    }

    public boolean joined(int a, int b) {
        return root(a) == root(b);
    }

    /** The least element of the component. */
    public int root(int element) {
        int root = element;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }

    public int components() {
        return components;
    }

    /** The least element of each element's component. */
    public int[] roots() {
        int[] roots = Arrays.copyOf(parents, size);
        for (int i = 0; i < size; i++) {
            roots[i] = root(i);
        }
        return roots;
    }

    /**
     * The components of two elements or more: members ascending, components by their first member.
     *
     * @param roots for each element the least of its component, as {@link #roots} gives them
     */
    public static List<List<Integer>> groups(int[] roots) {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < roots.length; i++) {
            if (roots[i] != i) {
                int root = roots[i];
                groups.computeIfAbsent(root, first -> new ArrayList<>(List.of(first)))
                        .add(i);
            }
        }
        return groups.values().stream().map(List::copyOf).toList();
    }
}
