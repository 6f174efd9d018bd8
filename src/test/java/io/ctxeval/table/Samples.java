package io.ctxeval.table;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table with a column of every type and rows with every kind of absence. */
final class Samples {
    static final BigInteger MOST = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);

    static final TableSchema SCHEMA = new TableSchema(
            "samples",
            List.of(
                    Column.text("text"),
                    Column.real("real"),
                    Column.whole("whole"),
                    Column.small("small"),
                    Column.flag("flag"),
                    Column.big("big"),
                    Column.list("texts", ColumnType.Scalar.TEXT),
                    Column.list("nested", new ColumnType.ListOf(ColumnType.Scalar.SMALL)),
                    Column.struct("struct", Column.real("share"), Column.text("note")),
                    Column.list(
                            "items", Column.structOf(Column.small("id"), Column.list("ids", ColumnType.Scalar.SMALL))),
                    Column.real("never"),
                    Column.big("never_big"),
                    Column.list("never_list", ColumnType.Scalar.TEXT)));

    private Samples() {}

    static List<@Nullable Object[]> rows() {
        return List.of(
                row(
                        "plain",
                        0.1,
                        1L,
                        1,
                        true,
                        BigInteger.ONE,
                        List.of("a", "b"),
                        List.of(List.of(1, 2), List.of()),
                        new Object[] {0.5, "half"},
                        List.of(new Object[] {7, List.of(1)}, new Object[] {8, List.of()})),
                row(null, null, null, null, null, null, null, null, null, null),
                row(
                        "",
                        Double.MAX_VALUE,
                        Long.MAX_VALUE,
                        Integer.MAX_VALUE,
                        false,
                        MOST,
                        List.of(),
                        List.of(),
                        new @Nullable Object[] {null, null},
                        List.of()),
                row(
                        "a,\"b\"\nc\u20ac\ud83d\ude00",
                        Double.MIN_VALUE,
                        Long.MIN_VALUE,
                        Integer.MIN_VALUE,
                        null,
                        MOST.negate(),
                        Arrays.asList("", null),
                        Arrays.asList(null, List.of(3)),
                        new @Nullable Object[] {-0.0, ""},
                        Arrays.asList(null, new @Nullable Object[] {null, null})),
                row("half \ud83d end", 0x1p-44, 0L, 0, null, BigInteger.ZERO, List.of("\udc00"), null, null, null));
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return Arrays.copyOf(values, SCHEMA.columns().size());
    }
}
