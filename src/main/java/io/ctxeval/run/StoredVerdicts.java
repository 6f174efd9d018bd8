package io.ctxeval.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.calibrate.JudgedRow;
import io.ctxeval.calibrate.PredictionPowered.Judged;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.plan.EvaluationPlan.RowFormat;
import io.ctxeval.score.ContextSufficiency;
import io.ctxeval.score.ContextWaste;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.TableSchema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * What a run's table {@code scores} says of its samples, after the cleaning rules and in chunk ids as given, for calibration.
 *
 * @param folder of the run
 * @param format of its row tables
 * @param by the column that tells versions apart
 * @param scoreOf the metric that human scores are compared with; null: none
 */
record StoredVerdicts(
        SparkSession spark,
        String folder,
        RowFormat format,
        String by,
        @Nullable String scoreOf) {
    private static final String SUFFICIENCY = ContextSufficiency.ID;
    private static final String WASTE = ContextWaste.ID;
    private static final String METADATA = "_metadata";
    private static final String STATUS = "_status";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Scores are stored in steps of a millionth. */
    private static final BigDecimal STEPS = BigDecimal.valueOf(1_000_000);

    /** The rows of some samples. */
    List<JudgedRow> rows(Collection<String> sampleIds) {
        Dataset<Row> wanted = spark.createDataset(List.copyOf(new TreeSet<>(sampleIds)), Encoders.STRING())
                .toDF(ComparedRows.SAMPLE_ID);
        List<JudgedRow> rows = new ArrayList<>();
        StoredTable.read(spark, folder, format, columns())
                .join(functions.broadcast(wanted), ComparedRows.SAMPLE_ID)
                .collectAsList()
                .forEach(row -> rows.add(judged(row)));
        return rows;
    }

    private TableSchema columns() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text(ComparedRows.SAMPLE_ID),
                Column.text(by),
                Column.text(StoredScores.CLUSTER),
                Column.real(SUFFICIENCY),
                Column.text(SUFFICIENCY + STATUS),
                Column.struct(
                        SUFFICIENCY + METADATA,
                        Column.list("aspects", Column.structOf(Column.text("status"), Column.real("strength")))),
                Column.real(WASTE),
                Column.text(WASTE + STATUS),
                Column.struct(
                        WASTE + METADATA,
                        Column.list("redundant_groups", new ListOf(Scalar.SMALL)),
                        Column.list("contradictory_pairs", Column.structOf(Column.small("a"), Column.small("b"))),
                        Column.list(
                                "chunks",
                                Column.structOf(
                                        Column.small("id"),
                                        Column.flag("used"),
                                        Column.small("copy_of"),
                                        Column.real("strength"))),
                        Column.list(
                                "suspicions",
                                Column.structOf(Column.small("a"), Column.small("b"), Column.real("strength"))))));
        if (scoreOf != null && !scoreOf.equals(SUFFICIENCY) && !scoreOf.equals(WASTE)) {
            columns.add(Column.real(scoreOf));
            columns.add(Column.text(scoreOf + STATUS));
        }
        return new TableSchema(RowTables.SCORES, columns);
    }

    private JudgedRow judged(Row row) {
        String id = Objects.requireNonNull(row.<String>getAs(ComparedRows.SAMPLE_ID));
        String cluster = row.getAs(StoredScores.CLUSTER);
        JudgedRow.Outcome sufficiency = outcome(row, SUFFICIENCY);
        JudgedRow.Outcome waste = outcome(row, WASTE);
        return new JudgedRow(
                id,
                row.getAs(by),
                cluster == null ? id : cluster,
                sufficiency == null ? null : sufficiency(sufficiency, metadata(row, SUFFICIENCY)),
                waste == null ? null : waste(waste, metadata(row, WASTE)),
                scoreOf == null ? null : outcome(row, scoreOf));
    }

    private static JudgedRow.@Nullable Outcome outcome(Row row, String metric) {
        String status = row.getAs(metric + STATUS);
        return status == null
                ? null
                : new JudgedRow.Outcome(Status.valueOf(status.toUpperCase(Locale.ROOT)), row.getAs(metric));
    }

    private static JsonNode metadata(Row row, String metric) {
        String text = row.getAs(metric + METADATA);
        try {
            return JSON.readTree(text == null ? "{}" : text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the column " + metric + METADATA + " holds no JSON: " + text, e);
        }
    }

    private static JudgedRow.Sufficiency sufficiency(JudgedRow.Outcome outcome, JsonNode metadata) {
        return new JudgedRow.Sufficiency(outcome, statuses(metadata), meanStrength(metadata.path("aspects")));
    }

    /** A context is as strong as its aspects are on the mean, as its score is. */
    private static @Nullable Double meanStrength(JsonNode aspects) {
        double sum = 0;
        for (JsonNode aspect : aspects) {
            if (!aspect.path("strength").isNumber()) {
                return null;
            }
            sum += aspect.path("strength").doubleValue();
        }
        return aspects.isEmpty() ? null : (Double) (sum / aspects.size());
    }

    private static List<AspectStatus> statuses(JsonNode metadata) {
        List<AspectStatus> statuses = new ArrayList<>();
        metadata.path("aspects")
                .forEach(aspect -> statuses.add(
                        AspectStatus.valueOf(aspect.path("status").asText().toUpperCase(Locale.ROOT))));
        return statuses;
    }

    private static JudgedRow.Waste waste(JudgedRow.Outcome outcome, JsonNode metadata) {
        List<Boolean> used = new ArrayList<>();
        Map<Integer, Integer> copyOf = new HashMap<>();
        List<Double> strengths = new ArrayList<>();
        for (JsonNode chunk : metadata.path("chunks")) {
            if (chunk.path("copy_of").isInt()) {
                copyOf.put(used.size(), chunk.path("copy_of").intValue());
            }
            used.add(chunk.path("used").booleanValue());
            if (chunk.path("strength").isNumber()) {
                strengths.add(chunk.path("strength").doubleValue());
            }
        }
        List<List<Integer>> groups = new ArrayList<>();
        for (JsonNode group : metadata.path("redundant_groups")) {
            List<Integer> ids = new ArrayList<>();
            group.forEach(id -> ids.add(id.intValue()));
            groups.add(ids);
        }
        List<List<Integer>> pairs = new ArrayList<>();
        metadata.path("contradictory_pairs")
                .forEach(pair -> pairs.add(
                        List.of(pair.path("a").intValue(), pair.path("b").intValue())));
        boolean graded =
                strengths.size() == used.size(); // blank chunks aren't: such a context is ranked by its verdicts
        return new JudgedRow.Waste(
                outcome, used, copyOf, groups, pairs, graded ? strengths : List.of(), suspicions(metadata));
    }

    private static @Nullable List<Suspicion> suspicions(JsonNode metadata) {
        if (!metadata.path("suspicions").isArray()) {
            return null;
        }
        List<Suspicion> suspicions = new ArrayList<>();
        for (JsonNode pair : metadata.path("suspicions")) {
            suspicions.add(new Suspicion(
                    pair.path("a").intValue(),
                    pair.path("b").intValue(),
                    pair.path("strength").doubleValue()));
        }
        return suspicions;
    }

    /** How many of the rows with a score pass. */
    Judged passes(MetricRule rule, Collection<String> versions) {
        List<Row> counts = scored(rule.metric(), versions)
                .groupBy(passes(rule).as("passes"))
                .count()
                .collectAsList();
        long rows = counts.stream().mapToLong(row -> row.getLong(1)).sum();
        long passed = counts.stream()
                .filter(row -> row.getBoolean(0))
                .mapToLong(row -> row.getLong(1))
                .sum();
        return Judged.ofPasses(rows, passed);
    }

    private static org.apache.spark.sql.Column passes(MetricRule rule) {
        return functions
                .udf((UDF1<Double, Boolean>) rule::passes, DataTypes.BooleanType)
                .apply(functions.col("score"));
    }

    /** Mean and variance over the rows with a score, summed exactly. */
    Judged moments(String metric, Collection<String> versions) {
        Row sums = scored(metric, versions)
                .selectExpr("cast(round(score * " + STEPS + ") as decimal(19, 0)) as steps")
                .selectExpr("count(*)", "sum(steps)", "sum(steps * steps)")
                .first();
        long n = sums.getLong(0);
        if (n < 2) {
            return new Judged(n, n == 0 ? 0 : sums.getDecimal(1).divide(STEPS).doubleValue(), 0);
        }
        BigDecimal rows = BigDecimal.valueOf(n);
        BigDecimal sum = sums.getDecimal(1);
        BigDecimal squares = sums.getDecimal(2).multiply(rows).subtract(sum.multiply(sum));
        BigDecimal variance = squares.divide(
                rows.multiply(rows.subtract(BigDecimal.ONE)).multiply(STEPS).multiply(STEPS), MathContext.DECIMAL64);
        return new Judged(
                n, sum.divide(rows.multiply(STEPS), MathContext.DECIMAL64).doubleValue(), variance.doubleValue());
    }

    /** Column 0: the scores of a metric, of some versions only if any are named. */
    private Dataset<Row> scored(String metric, Collection<String> versions) {
        TableSchema columns = new TableSchema(
                RowTables.SCORES, List.of(Column.real(metric), Column.text(metric + STATUS), Column.text(by)));
        Dataset<Row> rows = StoredTable.read(spark, folder, format, columns).toDF("score", "status", "version");
        Dataset<Row> ok = rows.where(rows.col("status").equalTo(Status.OK.code()));
        return versions.isEmpty() ? ok : ok.where(ok.col("version").isin(versions.toArray()));
    }

    /** Sample, version and score of a metric, for rows that have one. */
    Dataset<Row> keyedScores(String metric) {
        TableSchema columns = new TableSchema(
                RowTables.SCORES,
                List.of(
                        Column.text(ComparedRows.SAMPLE_ID),
                        Column.text(by),
                        Column.real(metric),
                        Column.text(metric + STATUS)));
        return StoredTable.read(spark, folder, format, columns)
                .toDF("id", "version", "score", "status")
                .where("status = '" + Status.OK.code() + "'")
                .selectExpr("id", "coalesce(version, '') as version", "score");
    }
}
