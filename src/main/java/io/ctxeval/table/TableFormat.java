package io.ctxeval.table;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** The format of a table's files. */
public enum TableFormat {
    PARQUET {
        @Override
        public RowSink create(Storage storage, Path file, TableSchema schema) throws IOException {
            return new ParquetSink(storage, file, schema);
        }
    },
    JSONL {
        @Override
        public RowSink create(Storage storage, Path file, TableSchema schema) throws IOException {
            return new JsonLinesSink(storage.create(file), schema);
        }
    },
    CSV {
        @Override
        public RowSink create(Storage storage, Path file, TableSchema schema) throws IOException {
            return new CsvSink(storage.create(file), schema, SpreadsheetGuard::shown);
        }
    };

    /** The ending of file names, without the dot. */
    public String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Opens a new file for rows.
     *
     * @throws IOException if the file exists already
     */
    public abstract RowSink create(Storage storage, Path file, TableSchema schema) throws IOException;
}
