package io.ctxeval.run;

import static io.ctxeval.table.Column.flag;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.table.TableSchema;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Column;
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
            new TableSchema("ids", List.of(text("sample_id"), text("version"), flag("derived"), whole("input")));

    private IdTable() {}

    static Object[] row(CanonicalRecord record) {
        return new @Nullable Object[] {
            record.sampleId(),
            record.dimensions().get(VERSION),
            record.idDerived(),
            (long) record.origin().input()
        };
    }

    /**
     * Rows whose id occurs more than once within a version.
     *
     * @param repeatedIds rows of ids that the source gave
     * @param repeatedQuestions rows of ids derived from equal inputs
     * @param split ids that several of the inputs that group have
     * @param firstSplit the first of these; null: there is none
     */
    record Repeats(
            long repeatedIds,
            long repeatedQuestions,
            long split,
            @Nullable Split firstSplit) {
        static final Repeats NONE = new Repeats(0, 0, 0, null);
    }

    /** An id that stands in several inputs; of these the first and the last. */
    record Split(String sampleId, int input, int other) implements Comparable<Split> {
        @Override
        public int compareTo(Split that) {
            return sampleId.compareTo(that.sampleId);
        }
    }

    /**
     * Looks for repeated ids.
     *
     * @param grouping inputs whose rows are put together by a key: of one record in two of them each has a piece
     */
    static Repeats repeats(SparkSession spark, Set<Integer> grouping, String... files) {
        Object[] several = grouping.stream().map(Integer::longValue).toArray();
        // a derived id is no trace's: of files without trace ids it is the file's name
        Column piece = functions.when(
                functions
                        .not(functions.col("derived"))
                        .and(functions.col("input").isin(several)),
                functions.col("input"));
        Column split = functions.col("least").notEqual(functions.col("most"));
        Column pieces = functions.struct("sample_id", "least", "most");
        Dataset<Row> repeated = spark.read()
                .option("__globPaths__", "false") // the files are listed; a bracket in a folder's name is no pattern
                .parquet(files)
                .groupBy("version", "sample_id", "derived")
                .agg(
                        functions.count("*").as("count"),
                        functions.min(piece).as("least"),
                        functions.max(piece).as("most"))
                .where("count > 1")
                .groupBy("derived")
                .agg(functions.sum("count"), functions.count_if(split), functions.min(functions.when(split, pieces)));
        long ids = 0;
        long questions = 0;
        long splits = 0;
        Split first = null;
        for (Row row : repeated.collectAsList()) {
            splits += row.getLong(2);
            if (!row.isNullAt(3)) {
                Row at = row.getStruct(3);
                Split here = new Split(at.getString(0), (int) at.getLong(1), (int) at.getLong(2));
                first = first == null || here.compareTo(first) < 0 ? here : first;
            }
            if (row.getBoolean(0)) {
                questions = row.getLong(1);
            } else {
                ids = row.getLong(1);
            }
        }
        return new Repeats(ids, questions, splits, first);
    }
}
