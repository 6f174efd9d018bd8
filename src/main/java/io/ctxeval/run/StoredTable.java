package io.ctxeval.run;

import io.ctxeval.plan.EvaluationPlan.RowFormat;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType;
import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.ColumnType.StructOf;
import io.ctxeval.table.FormulaGuard;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Columns of a run's row table, read back in whatever format the run wrote it. Columns that the table lacks are null; a column with
 * parts comes as JSON text, with at least the parts that are asked for, those that are null left out or null.
 */
final class StoredTable {
    /** A line that is damaged ends the reading; by default it would be a row of nulls. */
    private static final String WHOLE = "FAILFAST";

    private StoredTable() {}

    /**
     * Opens the table.
     *
     * @param folder of the run
     * @param columns named like the table, with the columns to read, in the order in which they come
     */
    static Dataset<Row> read(SparkSession spark, String folder, RowFormat format, TableSchema columns) {
        String path = folder + "/" + columns.name();
        // a bracket in a folder's name is no pattern
        return switch (format) {
            case PARQUET ->
                withoutParts(
                        spark.read()
                                .option("__globPaths__", "false")
                                .schema(schema(columns))
                                .parquet(path),
                        columns);
            case JSONL ->
                withoutParts(
                        spark.read()
                                .option("__globPaths__", "false")
                                .option("mode", WHOLE)
                                .schema(schema(columns))
                                .json(path),
                        columns);
            case CSV -> csv(spark, path, columns);
        };
    }

    /** The names of all columns of a table, as it was written. */
    static List<String> columns(SparkSession spark, String folder, RowFormat format, String table) {
        String path = folder + "/" + table;
        DataFrameReader reader = spark.read().option("__globPaths__", "false");
        return switch (format) {
            case PARQUET -> List.of(reader.parquet(path).columns());
            case JSONL -> List.of(reader.json(path).columns());
            case CSV ->
                Arrays.stream(reader.option("header", true).csv(path).columns())
                        .map(FormulaGuard::unguarded)
                        .toList();
        };
    }

    private static Dataset<Row> withoutParts(Dataset<Row> rows, TableSchema columns) {
        if (columns.columns().stream().allMatch(column -> column.type() instanceof Scalar)) {
            return rows;
        }
        return rows.selectExpr(columns.columns().stream()
                .map(column -> column.type() instanceof Scalar
                        ? quoted(column.name())
                        : "to_json(" + quoted(column.name()) + ") as " + quoted(column.name()))
                .toArray(String[]::new));
    }

    private static Dataset<Row> csv(SparkSession spark, String path, TableSchema columns) {
        Dataset<Row> cells = spark.read()
                .option("__globPaths__", "false")
                .option("mode", WHOLE)
                .option("header", true)
                .option("multiLine", true)
                .option("lineSep", "\n")
                .option("quote", "\"")
                .option("escape", "\"")
                .csv(path);
        List<String> there = List.of(cells.columns());
        List<String> selected = new ArrayList<>();
        for (Column column : columns.columns()) {
            String cell = FormulaGuard.guarded(column.name());
            String name = quoted(column.name());
            boolean isText = column.type() == Scalar.TEXT || !(column.type() instanceof Scalar);
            String type = isText ? "string" : type(column.type()).sql();
            selected.add(
                    !there.contains(cell)
                            ? "cast(null as " + type + ") as " + name
                            : isText
                                    ? FormulaGuard.unguardedSql(cell) + " as " + name
                                    : "cast(" + quoted(cell) + " as " + type + ") as " + name);
        }
        return cells.selectExpr(selected.toArray(String[]::new));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static StructType schema(TableSchema columns) {
        StructType schema = new StructType();
        for (Column column : columns.columns()) {
            schema = schema.add(column.name(), type(column.type()), true);
        }
        return schema;
    }

    private static DataType type(ColumnType type) {
        if (type instanceof ListOf list) {
            return DataTypes.createArrayType(type(list.element()));
        }
        if (type instanceof StructOf struct) {
            StructType parts = new StructType();
            for (Column part : struct.columns()) {
                parts = parts.add(part.name(), type(part.type()), true);
            }
            return parts;
        }
        return switch ((Scalar) type) {
            case TEXT -> DataTypes.StringType;
            case REAL -> DataTypes.DoubleType;
            case WHOLE -> DataTypes.LongType;
            case SMALL -> DataTypes.IntegerType;
            case FLAG -> DataTypes.BooleanType;
            case BIG -> DataTypes.createDecimalType(38, 0);
        };
    }
}
