package io.ctxeval.run;

import io.ctxeval.plan.EvaluationPlan.RowFormat;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.FormulaGuard;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Columns of a run's row table, read back in whatever format the run wrote it. Columns that the table lacks are null. */
final class StoredTable {
    private StoredTable() {}

    /**
     * Opens the table.
     *
     * @param folder of the run
     * @param columns named like the table, with the scalar columns to read, in the order in which they come
     */
    static Dataset<Row> read(SparkSession spark, String folder, RowFormat format, TableSchema columns) {
        String path = folder + "/" + columns.name();
        // a bracket in a folder's name is no pattern
        return switch (format) {
            case PARQUET ->
                spark.read()
                        .option("__globPaths__", "false")
                        .schema(schema(columns))
                        .parquet(path);
            case JSONL ->
                spark.read()
                        .option("__globPaths__", "false")
                        .schema(schema(columns))
                        .json(path);
            case CSV -> csv(spark, path, columns);
        };
    }

    private static Dataset<Row> csv(SparkSession spark, String path, TableSchema columns) {
        Dataset<Row> cells = spark.read()
                .option("__globPaths__", "false")
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
            String type = type(column).sql();
            selected.add(
                    !there.contains(cell)
                            ? "cast(null as " + type + ") as " + name
                            : column.type() == Scalar.TEXT
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
            schema = schema.add(column.name(), type(column), true);
        }
        return schema;
    }

    private static DataType type(Column column) {
        if (column.type() instanceof Scalar scalar) {
            return switch (scalar) {
                case TEXT -> DataTypes.StringType;
                case REAL -> DataTypes.DoubleType;
                case WHOLE -> DataTypes.LongType;
                case SMALL -> DataTypes.IntegerType;
                case FLAG -> DataTypes.BooleanType;
                case BIG -> DataTypes.createDecimalType(38, 0);
            };
        }
        throw new IllegalArgumentException(column.name() + " has parts");
    }
}
