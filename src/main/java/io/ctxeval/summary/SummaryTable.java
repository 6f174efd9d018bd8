package io.ctxeval.summary;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Status;
import io.ctxeval.table.Column;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table {@code summary}: one row per group and metric (product.md 6). */
public final class SummaryTable {
    public static final String NAME = "summary";

    private static final List<Column> FIGURES = figureColumns();

    private SummaryTable() {}

    public static TableSchema schema(List<String> dimensions) {
        return new TableSchema(NAME, GroupColumns.before(FIGURES, dimensions));
    }

    /** The rows in the order given. */
    public static Table of(List<ScoreSummary> summaries, List<String> dimensions) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ScoreSummary summary : summaries) {
            List<@Nullable Object> row = new ArrayList<>();
            GroupColumns.fill(row, summary.group(), dimensions);
            fill(row, summary);
            rows.add(row.toArray());
        }
        return new Table(schema(dimensions), rows);
    }

    /** Reads back what was written as CSV. */
    public static List<ScoreSummary> read(CsvRows csv) {
        return csv.rows().stream().map(SummaryTable::summaryOf).toList();
    }

    private static List<Column> figureColumns() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("metric"),
                Column.text("judge"),
                Column.real("scale_least"),
                Column.real("scale_most"),
                Column.flag("higher_is_better"),
                Column.whole("n_rows")));
        for (Status status : Status.values()) {
            columns.add(Column.whole("n_" + status.code()));
        }
        for (String name : List.of(
                "coverage", "mean", "sd", "se", "min", "p10", "p25", "p50", "p75", "p90", "max", "row_threshold")) {
            columns.add(Column.real(name));
        }
        columns.add(Column.whole("n_passed"));
        for (String name : List.of("pass_rate", "pass_rate_low", "pass_rate_high", "pass_rate_strict")) {
            columns.add(Column.real(name));
        }
        return List.copyOf(columns);
    }

    private static void fill(List<@Nullable Object> row, ScoreSummary summary) {
        MetricRule rule = summary.rule();
        Figures figures = summary.figures();
        row.add(rule.metric());
        row.add(rule.judge());
        row.add(rule.scale().least());
        row.add(rule.scale().bounded() ? (Double) rule.scale().most() : null);
        row.add(rule.scale().higherIsBetter());
        row.add(figures.counts().total());
        for (Status status : Status.values()) {
            row.add(figures.counts().of(status));
        }
        row.add(figures.counts().coverage());
        Moments moments = figures.moments();
        row.add(figures.mean());
        row.add(moments == null ? null : moments.sd());
        row.add(moments == null ? null : moments.se());
        Quantiles quantiles = figures.quantiles();
        if (quantiles == null) {
            addNulls(row, 7);
        } else {
            row.addAll(List.of(
                    quantiles.min(),
                    quantiles.p10(),
                    quantiles.p25(),
                    quantiles.p50(),
                    quantiles.p75(),
                    quantiles.p90(),
                    quantiles.max()));
        }
        row.add(rule.rowThreshold());
        PassRate pass = figures.pass();
        if (pass == null) {
            addNulls(row, 5);
        } else {
            row.add(pass.passed());
            row.add(pass.rate());
            row.add(pass.low());
            row.add(pass.high());
            row.add(pass.strict());
        }
    }

    private static void addNulls(List<@Nullable Object> row, int n) {
        for (int i = 0; i < n; i++) {
            row.add(null);
        }
    }

    private static ScoreSummary summaryOf(CsvRows.Row row) {
        Double most = row.real("scale_most");
        Scale scale = new Scale(
                row.requiredReal("scale_least"),
                most == null ? Double.POSITIVE_INFINITY : most,
                row.required("higher_is_better").equals("true"));
        MetricRule rule = new MetricRule(row.required("metric"), scale, row.text("judge"), row.real("row_threshold"));
        return new ScoreSummary(GroupKey.parse(row.required(GroupColumns.GROUP)), rule, figuresOf(row));
    }

    private static Figures figuresOf(CsvRows.Row row) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        for (Status status : Status.values()) {
            counts.put(status, row.requiredWhole("n_" + status.code()));
        }
        Moments moments =
                row.real("mean") == null ? null : new Moments(row.requiredReal("mean"), row.real("sd"), row.real("se"));
        Quantiles quantiles = row.real("min") == null
                ? null
                : new Quantiles(
                        row.requiredReal("min"),
                        row.requiredReal("p10"),
                        row.requiredReal("p25"),
                        row.requiredReal("p50"),
                        row.requiredReal("p75"),
                        row.requiredReal("p90"),
                        row.requiredReal("max"));
        PassRate pass = row.text("n_passed") == null
                ? null
                : new PassRate(
                        row.requiredWhole("n_passed"),
                        row.real("pass_rate"),
                        row.real("pass_rate_low"),
                        row.real("pass_rate_high"),
                        row.real("pass_rate_strict"));
        return new Figures(new StatusCounts(counts), moments, quantiles, pass);
    }
}
