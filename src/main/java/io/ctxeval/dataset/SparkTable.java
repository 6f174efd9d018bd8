package io.ctxeval.dataset;

import io.ctxeval.plan.DaySelection;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * A source that Spark reads by its name: ORC, Avro, JDBC, Delta and whatever else has its jar on the class path.
 *
 * @param name for reports: the path, or the source's name where it has none
 * @param byDay whether only the rows of the plan's days are taken, by a column
 */
record SparkTable(Dataset<Row> rows, String name, boolean byDay) {
    /**
     * Opens a source.
     *
     * @param at prefix of the problems' keys
     * @throws PlanRefused if Spark knows no such source
     * @throws InputRefused if it can't be opened
     */
    static SparkTable open(SparkSession spark, InputSpec spec, String format, String at) throws PlanRefused {
        DataFrameReader reader = spark.read().format(format);
        for (Map.Entry<String, String> option : spec.options().entrySet()) {
            reader = reader.option(option.getKey(), option.getValue());
        }
        String name = spec.path().isEmpty() ? format : spec.path();
        try {
            return ofDays(spec.path().isEmpty() ? reader.load() : reader.load(spec.path()), name, spec.days());
        } catch (Exception e) {
            if (isMissing(e)) {
                throw new PlanRefused(List.of(at + "format: " + format
                        + ": is none of jsonl, json, csv, tsv, parquet, and Spark finds no source of this name; if it is one, put its"
                        + " jar on the class path (spark-submit --packages or --jars)"));
            }
            throw new InputRefused(
                    name + ": can't be read as " + format + ": " + Excerpts.firstLine(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** A source that has the column of days, as text or date: Spark leaves out what its partitions tell to be of other days. */
    private static SparkTable ofDays(Dataset<Row> rows, String name, @Nullable DaySelection days) {
        boolean byDay = days != null
                && Arrays.stream(rows.schema().fields())
                        .anyMatch(field -> field.name().equals(days.column())
                                && (field.dataType().equals(DataTypes.DateType)
                                        || field.dataType().equals(DataTypes.StringType)));
        if (days == null || !byDay) {
            return new SparkTable(rows, name, false);
        }
        Object[] wanted = days.dates().days().stream().map(LocalDate::toString).toArray();
        Column day = rows.col("`" + days.column().replace("`", "``") + "`").cast(DataTypes.StringType);
        return new SparkTable(rows.where(day.isin(wanted)), name, true);
    }

    private static boolean isMissing(Exception failure) {
        // Spark has a message of its own for the sources that it ships apart, such as Avro
        boolean unknown = failure instanceof AnalysisException
                && String.valueOf(failure.getMessage()).contains("Failed to find data source");
        for (Throwable at = failure; at != null; at = at.getCause()) {
            unknown |= at instanceof ClassNotFoundException;
        }
        return unknown;
    }
}
