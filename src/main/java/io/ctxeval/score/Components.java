package io.ctxeval.score;

import java.io.Serializable;
/** Connected components of a graph on 0..n-1, grown edge by edge. The number of a component is its smallest member. */
public final class Components implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int[] parent;

    /** A graph of {@code size} nodes and no edge. */
    public Components(int size) {
        parent = new int[size];
        for (int i = 0; i < size; i++) {
            parent[i] = i;
        }
    }

    public int size() {
        return parent.length;
    }

    /** Adds the edge between two nodes; an edge that is there already changes nothing. */
    public void join(int a, int b) {
        int rootA = of(a);
        int rootB = of(b);
        parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    }

    /** The component of a node: the smallest node that it is connected with. */
    public int of(int node) {
        int at = node;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}
