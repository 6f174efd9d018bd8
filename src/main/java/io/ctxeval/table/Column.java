package io.ctxeval.table;

import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.ColumnType.StructOf;
import java.io.Serializable;
import java.util.List;

/** A named, nullable column of a table or of a struct in it. */
public record Column(String name, ColumnType type) implements Serializable {
    public static Column text(String name) {
        return new Column(name, Scalar.TEXT);
    }

    public static Column real(String name) {
        return new Column(name, Scalar.REAL);
    }

    public static Column whole(String name) {
        return new Column(name, Scalar.WHOLE);
    }

    public static Column small(String name) {
        return new Column(name, Scalar.SMALL);
    }

    public static Column flag(String name) {
        return new Column(name, Scalar.FLAG);
    }

    public static Column big(String name) {
        return new Column(name, Scalar.BIG);
    }

    public static Column list(String name, ColumnType element) {
        return new Column(name, new ListOf(element));
    }

    public static Column struct(String name, Column... columns) {
        return new Column(name, new StructOf(List.of(columns)));
    }

    /** The struct type of these columns, for lists of structs. */
    public static StructOf structOf(Column... columns) {
        return new StructOf(List.of(columns));
    }
}
