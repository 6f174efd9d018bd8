package io.ctxeval.dataset;

import io.ctxeval.plan.DaySelection;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * A source that Spark reads by its name: ORC, Avro, JDBC, Delta and whatever else has its jar on the class path.
 *
 * @param name for reports: the path, or the source's name where it has none
 * @param byDay whether only the rows of the plan's days are taken, by a column
 */
record SparkTable(Dataset<Row> rows, String name, boolean byDay) {
    private static final Set<DataType> DAYS =
            Set.of(DataTypes.DateType, DataTypes.StringType, DataTypes.IntegerType, DataTypes.LongType);

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
        } catch (InputRefused refused) {
            throw refused;
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

    /**
     * A source that has the column of days: Spark leaves out what its partitions tell to be of other days. A whole number is a day as
     * 20261130, as which Spark reads the folders of such days.
     *
     * @throws InputRefused if the column holds no days: all rows would pass for those of the day
     */
    static SparkTable ofDays(Dataset<Row> rows, String name, @Nullable DaySelection days) {
        StructField field = days == null
                ? null
                : Arrays.stream(rows.schema().fields())
                        .filter(each -> each.name().equals(days.column()))
                        .findFirst()
                        .orElse(null);
        if (days == null || field == null) {
            return new SparkTable(rows, name, false);
        }
        if (!DAYS.contains(field.dataType())) {
            throw new InputRefused(
                    name + ", column " + days.column() + ": is of type "
                            + field.dataType().simpleString()
                            + "; must be a date, a text or a whole number such as 20261130 to select days by: let date-column"
                            + " name another",
                    null);
        }
        Object[] wanted = days.dates().days().stream()
                .flatMap(day -> Stream.of(day.toString(), day.format(DateTimeFormatter.BASIC_ISO_DATE)))
                .toArray();
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
