package io.ctxeval.table;

import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.StructOf;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The name and the columns of a table, fixed and the same whatever the rows hold.
 *
 * @param name names the table in messages and in its files
 * @param columns at least one; names differ, also inside each struct
 */
public record TableSchema(String name, List<Column> columns) implements Serializable {
    public TableSchema {
        columns = List.copyOf(columns);
        requireDistinct(name, columns);
    }

    /**
     * The place of a column in a row.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException("table " + name + " has no column " + column);
    }

    private static void requireDistinct(String owner, List<Column> columns) {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(owner + ": needs at least one column");
        }
        Set<String> seen = new HashSet<>();
        for (Column column : columns) {
            if (!seen.add(column.name())) {
                throw new IllegalArgumentException(owner + ": two columns are called " + column.name());
            }
            requireDistinct(owner + "." + column.name(), column.type());
        }
    }

    private static void requireDistinct(String owner, ColumnType type) {
        if (type instanceof StructOf struct) {
            requireDistinct(owner, struct.columns());
        } else if (type instanceof ListOf list) {
            requireDistinct(owner, list.element());
        }
    }
}
