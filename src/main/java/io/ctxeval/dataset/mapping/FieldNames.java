package io.ctxeval.dataset.mapping;

import io.ctxeval.plan.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Names of mapped fields that look like misspelt canonical ones: any other name is a column to group by, and as such allowed. */
public final class FieldNames {
    private static final int MOST_EDITS = 2;

    /** What rows say to each other, no column of the record. */
    private static final Set<String> BETWEEN_ROWS = Set.of("id", "parent", "names_agent", "agent_otherwise", "newest");

    private FieldNames() {}

    /**
     * A sentence for each name in doubt.
     *
     * @param written names of the fields of a mapping, as its author wrote them
     * @param groupBy columns that are grouped by: such a name is meant
     */
    public static List<String> doubts(RowKind kind, Collection<String> written, List<String> groupBy) {
        List<String> canonical = Target.canonicalFields(kind);
        List<String> doubts = new ArrayList<>();
        for (String name : written) {
            String nearest = Nearest.of(name, canonical);
            if (nearest != null
                    && !BETWEEN_ROWS.contains(name)
                    && !canonical.contains(name)
                    && !groupBy.contains(name)
                    && Nearest.edits(name, nearest) <= MOST_EDITS) {
                doubts.add("fields." + name + ": read as a column of its own; did you mean " + nearest + "?");
            }
        }
        return doubts;
    }
}
