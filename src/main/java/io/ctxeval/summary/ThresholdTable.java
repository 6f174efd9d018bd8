package io.ctxeval.summary;

import io.ctxeval.plan.Threshold;
import io.ctxeval.table.Column;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The table {@code thresholds}: one row per gate (product.md 6). */
public final class ThresholdTable {
    public static final String NAME = "thresholds";

    private static final List<Column> COLUMNS = List.of(
            Column.text("metric"),
            Column.text("judge"),
            Column.text("level"),
            Column.text("rule"),
            Column.flag("higher_is_better"),
            Column.real("threshold"),
            Column.real("figure"),
            Column.whole("n_rows"),
            Column.whole("n_ok"),
            Column.real("coverage"),
            Column.real("min_coverage"),
            Column.text("verdict"),
            Column.text("reason"));

    private ThresholdTable() {}

    public static TableSchema schema(List<String> dimensions) {
        return new TableSchema(NAME, GroupColumns.before(COLUMNS, dimensions));
    }

    /** The rows in the order given. */
    public static Table of(List<GateResult> results, List<String> dimensions) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (GateResult result : results) {
            List<@Nullable Object> row = new ArrayList<>();
            GroupColumns.fill(row, result.group(), dimensions);
            row.add(result.metric());
            row.add(result.judge());
            row.add(lower(result.level()));
            row.add(lower(result.rule()));
            row.add(result.higherIsBetter());
            row.add(result.threshold());
            row.add(result.figure());
            row.add(result.rows());
            row.add(result.ok());
            row.add(result.coverage());
            row.add(result.minCoverage());
            row.add(result.verdict().code());
            row.add(result.reason());
            rows.add(row.toArray());
        }
        return new Table(schema(dimensions), rows);
    }

    /** Reads back what was written as CSV. */
    public static List<GateResult> read(CsvRows csv) {
        return csv.rows().stream().map(ThresholdTable::resultOf).toList();
    }

    private static GateResult resultOf(CsvRows.Row row) {
        return new GateResult(
                GroupKey.parse(row.required(GroupColumns.GROUP)),
                row.required("metric"),
                row.text("judge"),
                Threshold.Level.valueOf(row.required("level").toUpperCase(Locale.ROOT)),
                GateRule.valueOf(row.required("rule").toUpperCase(Locale.ROOT)),
                row.required("higher_is_better").equals("true"),
                row.real("threshold"),
                row.real("figure"),
                row.requiredWhole("n_rows"),
                row.requiredWhole("n_ok"),
                row.real("coverage"),
                row.requiredReal("min_coverage"),
                GateVerdict.valueOf(row.required("verdict").toUpperCase(Locale.ROOT)),
                row.required("reason"));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
