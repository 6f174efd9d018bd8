package io.ctxeval.summary;

import io.ctxeval.table.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The leading columns of a table by group: {@code group}, which names the group in full ({@link GroupKey#text()}), and one
 * column for each dimension, null where the group isn't told apart by it. A dimension called like another column of the table
 * gets {@code _group} at its end.
 */
public final class GroupColumns {
    public static final String GROUP = "group";

    private GroupColumns() {}

    /** The group columns followed by the table's own. */
    public static List<Column> before(List<Column> own, List<String> dimensions) {
        Set<String> taken = new HashSet<>(List.of(GROUP));
        own.forEach(column -> taken.add(column.name()));
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(GROUP));
        for (String dimension : dimensions) {
            String name = dimension;
            while (!taken.add(name)) {
                name += "_group";
            }
            columns.add(Column.text(name));
        }
        columns.addAll(own);
        return columns;
    }

    /** Adds the cells of the group columns to a row. */
    public static void fill(List<@Nullable Object> row, GroupKey group, List<String> dimensions) {
        row.add(group.text());
        for (String dimension : dimensions) {
            row.add(group.value(dimension));
        }
    }
}
