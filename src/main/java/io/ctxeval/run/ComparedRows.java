package io.ctxeval.run;

import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.ScoreRow;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The form of rows that are compared, whatever table they come from: sample id, number of the version (0: the base), whether the id
 * was derived from the input, cluster, then a text for each dimension, then score and status code for each metric.
 */
final class ComparedRows {
    static final String SAMPLE_ID = "sample_id";
    private static final int FIRST_DIMENSION = 4;

    private static final Map<String, Status> STATUSES =
            Arrays.stream(Status.values()).collect(Collectors.toUnmodifiableMap(Status::code, Function.identity()));

    private ComparedRows() {}

    static StructType schema(ComparisonRules rules) {
        StructType schema = new StructType()
                .add(SAMPLE_ID, DataTypes.StringType)
                .add("version", DataTypes.IntegerType)
                .add("derived", DataTypes.BooleanType)
                .add("cluster", DataTypes.StringType);
        for (int i = 0; i < rules.dimensions().size(); i++) {
            schema = schema.add("dimension_" + i, DataTypes.StringType);
        }
        for (int i = 0; i < rules.metrics().size(); i++) {
            schema = schema.add("score_" + i, DataTypes.DoubleType).add("status_" + i, DataTypes.StringType);
        }
        return schema;
    }

    static String sampleId(Row row) {
        return Objects.requireNonNull(row.getString(0));
    }

    static int version(Row row) {
        return row.getInt(1);
    }

    static boolean derived(Row row) {
        return !row.isNullAt(2) && row.getBoolean(2);
    }

    /** A row without a cluster is one of its own. */
    static String cluster(Row row) {
        return row.isNullAt(3) ? sampleId(row) : row.getString(3);
    }

    /** Reads the parts of rows that depend on the rules. */
    static final class Reader {
        private final List<String> dimensions;
        private final List<MetricRule> metrics;

        Reader(ComparisonRules rules) {
            dimensions = rules.dimensions();
            metrics = rules.metrics();
        }

        Map<String, String> dimensions(Row row) {
            Map<String, String> values = new HashMap<>();
            for (int i = 0; i < dimensions.size(); i++) {
                if (!row.isNullAt(FIRST_DIMENSION + i)) {
                    values.put(dimensions.get(i), row.getString(FIRST_DIMENSION + i));
                }
            }
            return values;
        }

        void read(Row row, ScoreRow scores) {
            for (int i = 0; i < metrics.size(); i++) {
                int place = FIRST_DIMENSION + dimensions.size() + 2 * i;
                String code = row.isNullAt(place + 1) ? "" : row.getString(place + 1);
                Status status = STATUSES.get(code);
                if (status == null) {
                    throw new IllegalStateException("sample " + sampleId(row) + ": "
                            + metrics.get(i).metric() + " has the status \"" + code + "\"");
                }
                if (status == Status.OK) {
                    scores.set(i, row.getDouble(place));
                } else {
                    scores.set(i, status);
                }
            }
        }
    }
}
