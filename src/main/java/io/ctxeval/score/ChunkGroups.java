package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Groups of chunk ids in metadata: ids ascending, groups by their first id, none of a single chunk. */
final class ChunkGroups {
    static final Column COLUMN = Column.list("groups", new ListOf(Scalar.SMALL));

    private ChunkGroups() {}

    /**
     * The groups of a partition.
     *
     * @param roots for each chunk the smallest id of its group
     */
    static List<List<Integer>> of(int[] roots) {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < roots.length; i++) {
            if (roots[i] != i) {
                int root = roots[i];
                groups.computeIfAbsent(root, first -> new ArrayList<>(List.of(first)))
                        .add(i);
            }
        }
        return List.copyOf(groups.values());
    }

    /** How many groups there are, single chunks counted too. */
    static int count(int[] roots) {
        int count = 0;
        for (int i = 0; i < roots.length; i++) {
            if (roots[i] == i) {
                count++;
            }
        }
        return count;
    }
}
