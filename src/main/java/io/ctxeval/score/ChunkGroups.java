package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;

/** Groups of chunk ids in metadata, as {@link io.ctxeval.text.Partition#groups} has them. */
final class ChunkGroups {
    static final Column COLUMN = Column.list("groups", new ListOf(Scalar.SMALL));

    private ChunkGroups() {}

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
