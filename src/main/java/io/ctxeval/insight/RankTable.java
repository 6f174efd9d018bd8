package io.ctxeval.insight;

import static io.ctxeval.table.Column.real;
import static io.ctxeval.table.Column.small;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import io.ctxeval.summary.GroupColumns;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.table.Column;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table {@code ranks}: one row per group and position of the retrieved lists (product.md 9). */
public final class RankTable {
    public static final String NAME = "ranks";

    private static final List<Column> COLUMNS = List.of(
            text("judge"),
            small("position"),
            small("k"),
            whole("chunks"),
            whole("tokens"),
            whole("waste_chunks"),
            whole("used"),
            whole("redundant"),
            whole("repeated"),
            whole("contradicting"),
            whole("suff_chunks"),
            whole("supporting"),
            whole("supporting_partly"),
            real("used_share"),
            real("redundant_share"),
            real("repeated_share"),
            real("contradicting_share"),
            real("supporting_share"),
            whole("rows"),
            whole("context_tokens"),
            real("context_tokens_mean"),
            whole("ctx_waste_n"),
            real("ctx_waste_mean"),
            real("ctx_waste_low"),
            real("ctx_waste_high"),
            whole("wasted_tokens"),
            real("wasted_cost"),
            real("wasted_cost_per_1000"),
            whole("ctx_suff_n"),
            real("ctx_suff_mean"),
            real("ctx_suff_low"),
            real("ctx_suff_high"),
            whole("ctx_suff_uncited"));

    private RankTable() {}

    public static TableSchema schema(List<String> dimensions) {
        return new TableSchema(NAME, GroupColumns.before(COLUMNS, dimensions));
    }

    /** The rows in the order given. */
    public static Table of(List<RankFigures> ranks, List<String> dimensions) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (RankFigures rank : ranks) {
            List<@Nullable Object> row = new ArrayList<>();
            GroupColumns.fill(row, rank.group(), dimensions);
            fill(row, rank);
            rows.add(row.toArray());
        }
        return new Table(schema(dimensions), rows);
    }

    /** Reads back what was written as CSV. */
    public static List<RankFigures> read(CsvRows csv) {
        return csv.rows().stream().map(RankTable::figuresOf).toList();
    }

    private static void fill(List<@Nullable Object> row, RankFigures rank) {
        RankFigures.Use use = rank.use();
        RankFigures.Curve curve = rank.curve();
        MeanFigures waste = curve.waste();
        MeanFigures sufficiency = curve.sufficiency();
        row.addAll(Arrays.<@Nullable Object>asList(
                rank.judge(),
                rank.position(),
                rank.k(),
                use.chunks(),
                use.tokens(),
                use.wasteChunks(),
                use.used(),
                use.redundant(),
                use.repeated(),
                use.contradicting(),
                use.sufficiencyChunks(),
                use.supporting(),
                use.supportingPartly(),
                share(use.used(), use.wasteChunks()),
                share(use.redundant(), use.wasteChunks()),
                share(use.repeated(), use.wasteChunks()),
                share(use.contradicting(), use.wasteChunks()),
                share(use.supporting(), use.sufficiencyChunks()),
                curve.rows(),
                curve.tokens(),
                curve.meanTokens(),
                waste.n(),
                waste.mean(),
                waste.low(),
                waste.high(),
                curve.wastedTokens(),
                curve.wastedCost(),
                curve.wastedCostPerThousand(),
                sufficiency.n(),
                sufficiency.mean(),
                sufficiency.low(),
                sufficiency.high(),
                curve.uncited()));
    }

    /** A share of chunks, in [0, 1]; null without a chunk. */
    private static @Nullable Double share(long part, long whole) {
        return whole == 0 ? null : (Double) ((double) part / whole);
    }

    private static RankFigures figuresOf(CsvRows.Row row) {
        return new RankFigures(
                GroupKey.parse(row.required(GroupColumns.GROUP)),
                row.text("judge"),
                Math.toIntExact(row.requiredWhole("position")),
                row.text("k") == null ? null : (Integer) Math.toIntExact(row.requiredWhole("k")),
                new RankFigures.Use(
                        row.requiredWhole("chunks"),
                        row.requiredWhole("tokens"),
                        row.requiredWhole("waste_chunks"),
                        row.requiredWhole("used"),
                        row.requiredWhole("redundant"),
                        row.requiredWhole("repeated"),
                        row.requiredWhole("contradicting"),
                        row.requiredWhole("suff_chunks"),
                        row.requiredWhole("supporting"),
                        row.requiredWhole("supporting_partly")),
                new RankFigures.Curve(
                        row.requiredWhole("rows"),
                        row.requiredWhole("context_tokens"),
                        mean(row, "ctx_waste"),
                        row.requiredWhole("wasted_tokens"),
                        row.real("wasted_cost"),
                        mean(row, "ctx_suff"),
                        row.requiredWhole("ctx_suff_uncited")));
    }

    private static MeanFigures mean(CsvRows.Row row, String metric) {
        return new MeanFigures(
                row.requiredWhole(metric + "_n"),
                row.real(metric + "_mean"),
                row.real(metric + "_low"),
                row.real(metric + "_high"));
    }
}
