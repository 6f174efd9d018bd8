package io.ctxeval.run;

import io.ctxeval.table.RowSink;
import io.ctxeval.table.Storage;
import io.ctxeval.table.TableFormat;
import io.ctxeval.table.TableSchema;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * The files that one attempt of one task writes, one a table, opened with the first row. Names can't clash, so attempts don't
 * disturb each other; the driver keeps the files of the attempts that Spark counted as done.
 */
final class TableFiles {
    /** A finished file of a table. */
    record Written(String table, String file, long rows) implements Serializable {}

    private static final class Open {
        private final String name;
        private final RowSink sink;
        private long rows;

        private Open(String name, RowSink sink) {
            this.name = name;
            this.sink = sink;
        }
    }

    private final Storage storage;
    private final Path folder;
    private final TableFormat format;
    private final String attempt;
    private final Map<String, Open> open = new LinkedHashMap<>();

    /**
     * @param attempt unique among all attempts of all tasks that write into the folder
     */
    TableFiles(Storage storage, Path folder, TableFormat format, String attempt) {
        this.storage = storage;
        this.folder = folder;
        this.format = format;
        this.attempt = attempt;
    }

    void write(TableSchema schema, Object[] row) throws IOException {
        Open table = open.get(schema.name());
        if (table == null) {
            table = start(schema);
        }
        table.sink.write(row);
        table.rows++;
    }

    private Open start(TableSchema schema) throws IOException {
        String name = "part-" + attempt + "." + format.extension();
        Path file = new Path(new Path(folder, schema.name()), name);
        Open table = new Open(name, format.create(storage, file, schema));
        open.put(schema.name(), table);
        return table;
    }

    /** A file without a row, so that a table without any is still a table with its columns. */
    Written empty(TableSchema schema) throws IOException {
        Open table = start(schema);
        table.sink.close();
        open.remove(schema.name());
        return new Written(schema.name(), table.name, 0);
    }

    /** Completes all files. */
    List<Written> finish() throws IOException {
        List<Written> written = new ArrayList<>(open.size());
        for (Map.Entry<String, Open> entry : open.entrySet()) {
            entry.getValue().sink.close();
            written.add(new Written(entry.getKey(), entry.getValue().name, entry.getValue().rows));
        }
        open.clear();
        return written;
    }

    /** Lets go of all files after a failure; what they hold is never kept. */
    void abandon(Throwable failure) {
        for (Open table : open.values()) {
            try {
                table.sink.close();
            } catch (IOException | RuntimeException alsoFailed) {
                failure.addSuppressed(alsoFailed);
            }
        }
        open.clear();
    }
}
