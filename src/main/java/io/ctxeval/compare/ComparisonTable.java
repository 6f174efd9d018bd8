package io.ctxeval.compare;

import io.ctxeval.score.Status;
import io.ctxeval.summary.GroupColumns;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code comparison}: one row per candidate, group and metric (product.md 6). Differences are candidate minus base, in
 * the column {@code unit}: {@code points}, of which 100 make the scale and one is {@code point} on it, or {@code units} of a
 * metric without an upper end.
 */
public final class ComparisonTable {
    public static final String NAME = "comparison";

    /** Names the comparison and the metric; {@link #FIGURES} follow. */
    private static final List<Column> NAMES =
            List.of(Column.text("base"), Column.text("candidate"), Column.text("metric"));

    /** The figures of one metric, in the table and in JSON. */
    static final List<Column> FIGURES = figureColumns();

    private ComparisonTable() {}

    public static TableSchema schema(List<String> dimensions) {
        List<Column> own = new ArrayList<>(NAMES);
        own.addAll(FIGURES);
        return new TableSchema(NAME, GroupColumns.before(own, dimensions));
    }

    /** The rows in the order given; a refused comparison has none. */
    public static Table of(List<Comparison> comparisons, List<String> dimensions) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            for (MetricComparison metric : comparison.metrics()) {
                List<@Nullable Object> row = new ArrayList<>();
                GroupColumns.fill(row, metric.group(), dimensions);
                Collections.addAll(
                        row,
                        comparison.base(),
                        comparison.candidate(),
                        metric.rule().metric());
                addFigures(row, metric);
                rows.add(row.toArray());
            }
        }
        return new Table(schema(dimensions), rows);
    }

    /** The values of {@link #FIGURES}. */
    static @Nullable Object[] figures(MetricComparison metric) {
        List<@Nullable Object> row = new ArrayList<>();
        addFigures(row, metric);
        return row.toArray();
    }

    private static List<Column> figureColumns() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("judge"), Column.text("unit"), Column.real("point"), Column.flag("higher_is_better")));
        addAll(columns, Scalar.WHOLE, "n_base", "n_candidate", "n_pairs", "n_both", "n_only_base", "n_only_candidate");
        addAll(columns, Scalar.WHOLE, "n_repeated_base", "n_repeated_candidate");
        addAll(columns, Scalar.WHOLE, "n_same_question_base", "n_same_question_candidate");
        addAll(columns, Scalar.WHOLE, "n_failed_base", "n_failed_candidate");
        for (Side side : Side.values()) {
            for (Status status : Status.values()) {
                columns.add(Column.whole(side.code() + "_" + status.code()));
            }
        }
        addAll(columns, Scalar.REAL, "base_mean", "candidate_mean", "mean", "sd", "median", "mean_abs");
        addAll(columns, Scalar.REAL, "ci_low", "ci_high", "effective_clusters", "smallest_detectable");
        addAll(columns, Scalar.WHOLE, "n_neg", "n_zero", "n_pos");
        addAll(columns, Scalar.REAL, "w_plus", "rank_biserial", "p_wilcoxon_pratt_cc", "holm", "bh", "p_sign");
        addAll(columns, Scalar.REAL, "row_threshold");
        addAll(columns, Scalar.WHOLE, "n_pass_both", "n_pass_only_base", "n_pass_only_candidate", "n_pass_neither");
        addAll(columns, Scalar.REAL, "pass_rate_base", "pass_rate_candidate", "pass_rate_difference");
        addAll(columns, Scalar.REAL, "p_mcnemar", "holm_mcnemar", "bh_mcnemar");
        addAll(columns, Scalar.TEXT, "verdict", "pass_verdict", "gate", "gate_reason");
        columns.add(Column.list("cautions", Scalar.TEXT));
        return List.copyOf(columns);
    }

    private static void addAll(List<Column> columns, Scalar type, String... names) {
        for (String name : names) {
            columns.add(new Column(name, type));
        }
    }

    /** What a difference of the metric is counted in. */
    static String unit(MetricComparison metric) {
        return DeltaScale.of(metric.rule().scale()).hasPoints() ? "points" : "units";
    }

    private static void addFigures(List<@Nullable Object> row, MetricComparison metric) {
        DeltaScale scale = DeltaScale.of(metric.rule().scale());
        Collections.addAll(
                row,
                metric.rule().judge(),
                unit(metric),
                scale.point(),
                metric.rule().scale().higherIsBetter());
        addCounts(row, metric);
        addDeltas(row, metric);
        addPasses(row, metric);
        Verdict passVerdict = metric.passVerdict();
        Collections.addAll(
                row,
                metric.verdict().code(),
                passVerdict == null ? null : passVerdict.code(),
                metric.gate().code(),
                metric.gateReason(),
                metric.cautions().stream().map(Caution::sentence).toList());
    }

    private static void addCounts(List<@Nullable Object> row, MetricComparison metric) {
        RowCounts rows = metric.rows();
        Collections.addAll(
                row,
                rows.of(Side.BASE),
                rows.of(Side.CANDIDATE),
                metric.delta().pairs(),
                rows.both(),
                rows.onlyBase(),
                rows.onlyCandidate(),
                rows.repeatedBase(),
                rows.repeatedCandidate(),
                rows.sameQuestionBase(),
                rows.sameQuestionCandidate(),
                metric.base().failed(),
                metric.candidate().failed());
        for (Status status : Status.values()) {
            row.add(metric.base().of(status));
        }
        for (Status status : Status.values()) {
            row.add(metric.candidate().of(status));
        }
    }

    private static void addDeltas(List<@Nullable Object> row, MetricComparison metric) {
        DeltaFigures delta = metric.delta();
        Interval interval = delta.interval();
        boolean whole = metric.group().isWhole();
        Collections.addAll(
                row,
                delta.baseMean(),
                delta.candidateMean(),
                delta.mean(),
                delta.sd(),
                delta.median(),
                delta.meanAbsolute(),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                delta.effectiveClusters(),
                delta.detectable(),
                delta.negative(),
                delta.zero(),
                delta.positive(),
                delta.wPlus(),
                delta.rankBiserial(),
                delta.pWilcoxon(),
                whole ? metric.pAdjusted() : null,
                whole ? null : metric.pAdjusted(),
                delta.pSign());
    }

    private static void addPasses(List<@Nullable Object> row, MetricComparison metric) {
        row.add(metric.rule().rowThreshold());
        PassFigures passes = metric.passes();
        if (passes == null) {
            row.addAll(Collections.nCopies(10, null));
            return;
        }
        boolean whole = metric.group().isWhole();
        Collections.addAll(
                row,
                passes.both(),
                passes.onlyBase(),
                passes.onlyCandidate(),
                passes.neither(),
                passes.rate(Side.BASE),
                passes.rate(Side.CANDIDATE),
                passes.rateDifference(),
                passes.pMcnemar(),
                whole ? metric.pPassAdjusted() : null,
                whole ? null : metric.pPassAdjusted());
    }
}
