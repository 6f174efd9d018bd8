package io.ctxeval.run;

import static io.ctxeval.table.Column.flag;
import static io.ctxeval.table.Column.text;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.table.TableSchema;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/** The ids of a run's rows, a table for the run alone: only all rows together show which ids are repeated. */
final class IdTable {
    /** The dimension within which a sample id is unique. */
    static final String VERSION = "retriever_version";

    static final TableSchema COLUMNS =
            new TableSchema("ids", List.of(text("sample_id"), text("version"), flag("derived")));

    private IdTable() {}

    static Object[] row(CanonicalRecord record) {
        return new @Nullable Object[] {record.sampleId(), record.dimensions().get(VERSION), record.idDerived()};
    }

    /**
     * Rows whose id occurs more than once within a version.
     *
     * @param repeatedIds rows of ids that the source gave
     * @param repeatedQuestions rows of ids derived from equal inputs
     */
    record Repeats(long repeatedIds, long repeatedQuestions) {
        static final Repeats NONE = new Repeats(0, 0);
    }

    static Repeats repeats(SparkSession spark, String... files) {
        Dataset<Row> repeated = spark.read()
                .option("__globPaths__", "false") // the files are listed; a bracket in a folder's name is no pattern
                .parquet(files)
                .groupBy("version", "sample_id", "derived")
                .count()
                .where("count > 1")
                .groupBy("derived")
                .agg(functions.sum("count"));
        long ids = 0;
        long questions = 0;
        for (Row row : repeated.collectAsList()) {
            if (row.getBoolean(0)) {
                questions = row.getLong(1);
            } else {
                ids = row.getLong(1);
            }
        }
        return new Repeats(ids, questions);
    }
}
