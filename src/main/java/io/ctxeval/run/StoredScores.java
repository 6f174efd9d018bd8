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

    /**
     * What the table says before it is compared.
     *
     * @param versions values of the column that tells versions apart, in code point order, without null
     * @param clustered whether any row names a cluster
     */
    record Contents(long rows, List<String> versions, boolean clustered) {}

    /** Looks through the table, once. */
    Contents contents(SparkSession spark, String by) {
        List<Column> columns = new ArrayList<>(List.of(Column.text(by)));
        if (!by.equals(CLUSTER)) {
            columns.add(Column.text(CLUSTER));
        }
        List<Row> groups = StoredTable.read(spark, folder, format, new TableSchema(RowTables.SCORES, columns))
                .groupBy(functions.col(quoted(by)), functions.col(CLUSTER).isNotNull())
                .count()
                .collectAsList();
        TreeSet<String> versions = new TreeSet<>(CodePointOrder.NULL_FIRST);
        long rows = 0;
        boolean clustered = false;
        for (Row group : groups) {
            rows += group.getLong(2);
            clustered |= group.getBoolean(1);
            if (!group.isNullAt(0)) {
                versions.add(group.getString(0));
            }
        }
        return new Contents(rows, List.copyOf(versions), clustered);
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
