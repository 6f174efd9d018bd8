package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.plan.PlanRefused;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.InterpretedProjection;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The fields that Spark SQL fills (formats.md 4.1). Each expression is analysed once, on the driver, over the fields already
 * mapped; tasks evaluate it row by row, so that a row for which it fails is a rejection and not the end of the job.
 */
final class SqlFields implements Serializable {
    static final SqlFields NONE = new SqlFields(List.of());

    private final ArrayList<Bound> fields;

    private SqlFields(List<Bound> fields) {
        this.fields = new ArrayList<>(fields);
    }

    /** An expression that finds its inputs by their places in a row. */
    private record Bound(String field, String text, Expression expression) implements Serializable {}

    /** A row for which an expression failed. */
    static final class Failed extends Exception {
        private final String field;

        Failed(Bound field, RuntimeException cause) {
            super("sql: " + field.text() + ": " + sentence(cause), cause);
            this.field = field.field();
        }

        String field() {
            return field;
        }
    }

    /**
     * Analyses the expressions of a mapping.
     *
     * @param at prefix of the problems' keys
     * @throws PlanRefused for an expression that doesn't parse, names an unknown field, fails for any row, or needs more than one row
     */
    static SqlFields of(SparkSession spark, Mapping mapping, String at) throws PlanRefused {
        if (mapping.sqlFields().isEmpty()) {
            return NONE; // Spark has to analyse nothing
        }
        List<StructField> columns = new ArrayList<>();
        for (Mapping.SqlColumn column : mapping.sqlColumns()) {
            columns.add(DataTypes.createStructField(
                    column.name(),
                    column.list() ? DataTypes.createArrayType(DataTypes.StringType) : DataTypes.StringType,
                    true));
        }
        List<Bound> fields = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        // an RDD, because Spark would compute a local table's projection away
        Dataset<Row> table = spark.createDataFrame(
                spark.emptyDataFrame().javaRDD(), new StructType(columns.toArray(StructField[]::new)));
        for (Mapping.SqlField field : mapping.sqlFields()) {
            try {
                fields.add(new Bound(field.name(), field.expression(), bound(table, field.expression())));
            } catch (Exception e) {
                // Spark's own are of many classes: it also computes constants, such as 1/0, while it plans
                if (!(e instanceof SparkThrowable) && !(e instanceof IllegalArgumentException)) {
                    throw e;
                }
                problems.add(at + "fields." + field.name() + ": sql: " + field.expression() + ": " + sentence(e));
            }
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        return new SqlFields(fields);
    }

    /** The first line of what Spark says: below it stands its plan. */
    private static String sentence(Exception e) {
        return String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse(e.getClass().getSimpleName());
    }

    private static Expression bound(Dataset<Row> table, String text) {
        boolean list = table.selectExpr(text).schema().fields()[0].dataType() instanceof ArrayType;
        String typed = "cast((" + text + ") as " + (list ? "array<string>" : "string") + ") as value";
        LogicalPlan plan = table.selectExpr(typed).queryExecution().optimizedPlan();
        if (!(plan instanceof Project project)) {
            throw new IllegalArgumentException("must be an expression over the fields of one row");
        }
        List<NamedExpression> outputs = CollectionConverters.asJava(project.projectList());
        if (outputs.size() != 1 || !(outputs.get(0) instanceof Expression expression)) {
            throw new IllegalArgumentException("must be one expression");
        }
        if (!expression.deterministic()) {
            throw new IllegalArgumentException("must give the same value each time");
        }
        // binding by itself can't be named from Java
        return new InterpretedProjection(
                        CollectionConverters.asScala(List.of(expression)).toSeq(),
                        project.child().output())
                .exprArray()[0];
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /**
     * The values of the fields for one row: null, a text, or a list of texts and nulls.
     *
     * @param input as {@link Mapping#sqlInput} gives it
     */
    List<@Nullable Object> valuesOf(List<@Nullable Object> input) throws Failed {
        @Nullable Object[] values = new Object[input.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = internal(input.get(i));
        }
        InternalRow row = new GenericInternalRow(values);
        List<@Nullable Object> results = new ArrayList<>(fields.size());
        for (Bound field : fields) {
            try {
                results.add(external(field.expression().eval(row)));
            } catch (RuntimeException e) {
                throw new Failed(field, e);
            }
        }
        return results;
    }

    private static @Nullable Object internal(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return new GenericArrayData(list.stream().map(SqlFields::internal).toArray());
        }
        return value == null ? null : UTF8String.fromString(value.toString());
    }

    private static @Nullable Object external(@Nullable Object value) {
        if (value instanceof ArrayData array) {
            @Nullable String[] texts = new String[array.numElements()];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = array.isNullAt(i) ? null : array.getUTF8String(i).toString();
            }
            return Arrays.asList(texts);
        }
        return value == null ? null : value.toString();
    }
}
