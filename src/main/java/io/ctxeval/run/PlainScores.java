package io.ctxeval.run;

import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.Trait;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.plan.ComparisonRequest;
import io.ctxeval.plan.OneLine;
import io.ctxeval.run.PlainTable.Line;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.table.Numbers;
import io.ctxeval.table.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A plain table of scores, whoever made it, as a side of a comparison: a {@code sample_id}, perhaps a {@code cluster_id}, and a column
 * a metric (product.md 6). CSV, JSON Lines or Parquet; held in memory. An empty cell, null or NaN is a row without a score; a column
 * with anything else than numbers is no metric.
 */
final class PlainScores implements ComparedSide {
    private static final String SAMPLE = ComparedRows.SAMPLE_ID;
    private static final int STEPS = 10_000;
    private static final int NARROW = 100;

    private final String file;
    private final List<Line> lines;
    private final Map<String, MetricRule> rules = new LinkedHashMap<>();
    /** Columns that hold something else than numbers, with the first place where they do. */
    private final Map<String, String> unread = new LinkedHashMap<>();

    private final List<String> notes = new ArrayList<>();

    private PlainScores(String file, List<Line> lines, ComparisonRequest request) {
        this.file = file;
        this.lines = lines;
        Set<String> columns = new LinkedHashSet<>();
        lines.forEach(line -> columns.addAll(line.cells().keySet()));
        if (lines.isEmpty()) {
            throw new InputRefused(file + ": has no rows", null);
        }
        if (!columns.contains(SAMPLE)) {
            throw new InputRefused(
                    file + ": has no column " + SAMPLE + (columns.isEmpty() ? "" : "; there are " + columns), null);
        }
        columns.remove(SAMPLE);
        columns.remove(StoredScores.CLUSTER);
        for (String column : columns) {
            addMetric(column, request);
        }
        if (rules.isEmpty()) {
            throw new InputRefused(file + ": has no column of numbers beside " + SAMPLE + notesText(), null);
        }
    }

    /**
     * Reads a table.
     *
     * @throws InputRefused if it isn't one
     */
    static PlainScores open(Storage storage, SparkSession spark, String file, ComparisonRequest request) {
        PlainTable table = PlainTable.open(
                storage,
                spark,
                file,
                "is neither the folder of a published run nor a table of scores (.csv, .jsonl or .parquet)");
        return new PlainScores(file, table.lines(), request);
    }

    private void addMetric(String column, ComparisonRequest request) {
        Scale scale = request.scales().getOrDefault(column, Scale.PERCENT);
        boolean asked = request.metrics().contains(column) || request.scales().containsKey(column);
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Line line : lines) {
            String cell = line.cells().get(column);
            if (cell == null || isAbsent(cell)) {
                continue;
            }
            Double value = Numbers.parse(cell.strip());
            if (value == null) {
                String why = line.place() + ", column " + column + ": \"" + shown(cell) + "\" is no number";
                if (asked) {
                    throw new InputRefused(why, null);
                }
                unread.put(column, why);
                return;
            }
            if (!(value >= scale.least() && value <= scale.most())) {
                throw new InputRefused(
                        line.place() + ", column " + column + ": " + cell + " is not on the scale " + scale.least()
                                + ".."
                                + scale.most() + "; say --scale " + column + "=LEAST:MOST"
                                + (asked ? "" : ", or name the metrics to compare with --metrics"),
                        null);
            }
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        noteScale(column, scale, least, most, request);
        rules.put(
                column, new MetricRule(column, scale, null, request.thresholds().get(column)));
    }

    /** A scale that doesn't go with the values hides differences: they count in steps of a 10,000th of it. */
    private void noteScale(String column, Scale scale, double least, double most, ComparisonRequest request) {
        boolean given = request.scales().containsKey(column);
        if (least > most) {
            notes.add(file + ", column " + column + ": no row has a number");
        } else if (!given && least >= 0 && most <= 1) {
            notes.add(file + ", column " + column
                    + ": all values lie in 0..1, and are taken as points of 100; is it --scale " + column + "=0:1?");
        } else if (given && most > least && most - least < (scale.most() - scale.least()) / NARROW) {
            notes.add(file + ", column " + column + ": its values, " + least + " to " + most
                    + ", lie close together on the scale given; differences below "
                    + (scale.most() - scale.least()) / STEPS + " count as none");
        }
    }

    private static boolean isAbsent(String cell) {
        return cell.isBlank() || cell.strip().equalsIgnoreCase("nan");
    }

    private static String shown(String cell) {
        return OneLine.start(cell, 40);
    }

    private String notesText() {
        return unread.isEmpty() ? "" : " (" + unread.values().iterator().next() + ")";
    }

    @Override
    public Map<String, String> unread() {
        return unread;
    }

    /** Sentences for a reader. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public String name() {
        return new Path(file).getName();
    }

    @Override
    public Map<String, MetricRule> rules() {
        return rules;
    }

    @Override
    public Map<Trait, String> traits(String metric) {
        return Map.of();
    }

    @Override
    public List<String> dimensions() {
        return List.of();
    }

    @Override
    public boolean clustered() {
        return lines.stream().anyMatch(line -> cluster(line) != null);
    }

    private static @Nullable String cluster(Line line) {
        String cluster = line.cells().get(StoredScores.CLUSTER);
        return cluster == null || cluster.isEmpty() ? null : cluster;
    }

    @Override
    public Dataset<Row> rows(SparkSession spark, ComparisonRules rules, int number) {
        List<Row> rows = new ArrayList<>(lines.size());
        for (Line line : lines) {
            rows.add(row(line, rules, number));
        }
        return spark.createDataFrame(rows, ComparedRows.schema(rules));
    }

    private static Row row(Line line, ComparisonRules rules, int number) {
        String id = line.cells().get(SAMPLE);
        if (id == null || id.isEmpty()) {
            throw new InputRefused(line.place() + ": has no " + SAMPLE, null);
        }
        List<@Nullable Object> values = new ArrayList<>();
        values.add(id);
        values.add(number);
        values.add(false);
        values.add(rules.clustered() ? cluster(line) : null);
        for (MetricRule rule : rules.metrics()) {
            String cell = line.cells().get(rule.metric());
            Double value = cell == null || isAbsent(cell) ? null : Numbers.parse(cell.strip());
            values.add(value);
            values.add((value == null ? Status.INVALID_INPUT : Status.OK).code());
        }
        return RowFactory.create(values.toArray());
    }
}
