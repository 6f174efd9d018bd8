package io.ctxeval.table;

import java.io.Serializable;
import java.util.List;

/**
 * The type of a column. The Java values are: {@link Scalar#TEXT} String, {@link Scalar#REAL} Double, {@link Scalar#WHOLE} Long,
 * {@link Scalar#SMALL} Integer, {@link Scalar#FLAG} Boolean, {@link Scalar#BIG} BigInteger of at most 38 digits, {@link ListOf}
 * java.util.List, {@link StructOf} Object[] in the order of its columns. Null is absent, everywhere.
 */
public sealed interface ColumnType extends Serializable {
    /** A type without parts. {@code BIG} is decimal(38,0) in Parquet. */
    enum Scalar implements ColumnType {
        TEXT,
        REAL,
        WHOLE,
        SMALL,
        FLAG,
        BIG
    }

    record ListOf(ColumnType element) implements ColumnType {}

    record StructOf(List<Column> columns) implements ColumnType {
        public StructOf {
            columns = List.copyOf(columns);
        }
    }
}
