package io.ctxeval.table;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A small table in memory that goes to one file for each format. */
public final class Table {
    private final TableSchema schema;
    private final List<@Nullable Object[]> rows;

    public Table(TableSchema schema, List<@Nullable Object[]> rows) {
        this.schema = schema;
        this.rows = List.copyOf(rows);
    }

    public TableSchema schema() {
        return schema;
    }

    public List<@Nullable Object[]> rows() {
        return rows;
    }

    /**
     * Writes {@code <name>.csv} and {@code <name>.parquet} into a folder. Equal rows give equal bytes.
     *
     * @throws IOException if one of the files exists
     */
    public void write(Storage storage, Path folder) throws IOException {
        for (TableFormat format : List.of(TableFormat.CSV, TableFormat.PARQUET)) {
            Path file = new Path(folder, schema.name() + "." + format.extension());
            try (RowSink sink = format.create(storage, file, schema)) {
                for (@Nullable Object[] row : rows) {
                    sink.write(row);
                }
            }
        }
    }
}
