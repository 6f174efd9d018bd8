package io.ctxeval.run;

import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.plan.EvaluationPlan.RowFormat;
import io.ctxeval.summary.CodePointOrder;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.table.Column;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code scores} of a run, for comparison.
 *
 * @param folder of the run
 * @param format of its row tables
 */
record StoredScores(String folder, RowFormat format) {
    /** The column that puts rows into clusters, several to a conversation or trace. */
    static final String CLUSTER = "cluster_id";

    /** The column that says whether an id was made from the input. */
    static final String DERIVED = "sample_id_derived";

    /** The values of a column, in code point order, without null. */
    List<String> valuesOf(SparkSession spark, String column) {
        TableSchema columns = new TableSchema(RowTables.SCORES, List.of(Column.text(column)));
        TreeSet<String> values = new TreeSet<>(CodePointOrder.NULL_FIRST);
        StoredTable.read(spark, folder, format, columns)
                .distinct()
                .where(functions.col(quoted(column)).isNotNull())
                .collectAsList()
                .forEach(row -> values.add(row.getString(0)));
        return List.copyOf(values);
    }

    /** How many rows there are. */
    long count(SparkSession spark) {
        TableSchema columns = new TableSchema(RowTables.SCORES, List.of(Column.text(ComparedRows.SAMPLE_ID)));
        return StoredTable.read(spark, folder, format, columns).count();
    }

    /** Whether any row has a value of a column. */
    boolean names(SparkSession spark, String column) {
        TableSchema columns = new TableSchema(RowTables.SCORES, List.of(Column.text(column)));
        return !StoredTable.read(spark, folder, format, columns)
                .where(functions.col(quoted(column)).isNotNull())
                .isEmpty();
    }

    /**
     * The rows of some versions.
     *
     * @param by the column that tells versions apart; null: all rows are of the one version
     * @param versions values of that column; a row's number is its place in them plus {@code from}. Other rows are left out
     */
    Dataset<Row> rows(SparkSession spark, ComparisonRules rules, @Nullable String by, List<String> versions, int from) {
        Dataset<Row> scores = StoredTable.read(spark, folder, format, columns(rules, by));
        List<org.apache.spark.sql.Column> selected = new ArrayList<>();
        selected.add(functions.col(ComparedRows.SAMPLE_ID));
        selected.add(version(by, versions, from).as("version"));
        selected.add(functions.col(DERIVED).as("derived"));
        selected.add((rules.clustered()
                        ? functions.col(CLUSTER)
                        : functions.lit(null).cast("string"))
                .as("cluster"));
        for (int i = 0; i < rules.dimensions().size(); i++) {
            selected.add(functions.col(quoted(rules.dimensions().get(i))).as("dimension_" + i));
        }
        for (int i = 0; i < rules.metrics().size(); i++) {
            String metric = rules.metrics().get(i).metric();
            selected.add(functions.col(quoted(metric)).as("score_" + i));
            selected.add(functions.col(quoted(metric + "_status")).as("status_" + i));
        }
        return scores.select(selected.toArray(org.apache.spark.sql.Column[]::new))
                .where(functions.col("version").isNotNull());
    }

    private static TableSchema columns(ComparisonRules rules, @Nullable String by) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(ComparedRows.SAMPLE_ID));
        columns.add(Column.flag(DERIVED));
        if (rules.clustered()) {
            columns.add(Column.text(CLUSTER));
        }
        if (by != null && columns.stream().noneMatch(column -> column.name().equals(by))) {
            columns.add(Column.text(by));
        }
        for (String dimension : rules.dimensions()) {
            if (columns.stream().noneMatch(column -> column.name().equals(dimension))) {
                columns.add(Column.text(dimension));
            }
        }
        for (MetricRule rule : rules.metrics()) {
            columns.add(Column.real(rule.metric()));
            columns.add(Column.text(rule.metric() + "_status"));
        }
        return new TableSchema(RowTables.SCORES, columns);
    }

    private static org.apache.spark.sql.Column version(@Nullable String by, List<String> versions, int from) {
        if (by == null) {
            return functions.lit(from);
        }
        org.apache.spark.sql.Column number = functions.lit(null).cast("int");
        for (int i = 0; i < versions.size(); i++) {
            number = functions
                    .when(functions.col(quoted(by)).equalTo(versions.get(i)), from + i)
                    .otherwise(number);
        }
        return number;
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
