package io.ctxeval.run;

import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.Trait;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.summary.MetricRule;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One of the two sides that {@code compare} is given. */
interface ComparedSide {
    /** As reports name it. */
    String name();

    /** Its metrics by id, in the order of tables. */
    Map<String, MetricRule> rules();

    /** Columns that are no metric because they hold something else than numbers, with the place where they do. */
    default Map<String, String> unread() {
        return Map.of();
    }

    /** How a metric's scores were made; empty where nothing is known of it. */
    Map<Trait, String> traits(String metric);

    /** The columns by which rows are grouped, without the one that tells versions apart. */
    List<String> dimensions();

    /** Whether rows come in clusters. */
    boolean clustered();

    /**
     * Its rows.
     *
     * @param number the side's, which all rows get
     * @throws PlanRefused if its rows are of several versions and none was chosen
     */
    Dataset<Row> rows(SparkSession spark, ComparisonRules rules, int number) throws PlanRefused;
}
