package io.ctxeval.insight;

import static io.ctxeval.table.Column.flag;
import static io.ctxeval.table.Column.list;
import static io.ctxeval.table.Column.real;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ctxeval.summary.GroupColumns;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table {@code flows}: one row per group and pair of agents, the hand-off map (product.md 9). */
public final class FlowTable {
    public static final String NAME = "flows";

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

    private static final List<Column> COLUMNS = List.of(
            text("from_agent"),
            text("to_agent"),
            flag("rest"),
            whole("pairs"),
            whole("compared"),
            real("coverage"),
            real("context_passed_mean"),
            real("context_passed_low"),
            real("context_passed_high"),
            whole("losses"),
            real("loss_rate"),
            whole("text_fidelity_n"),
            real("text_fidelity_mean"),
            whole("next_request_fidelity_n"),
            real("next_request_fidelity_mean"),
            whole("carried_chars_share_n"),
            real("carried_chars_share_mean"),
            list("worst_sample_ids", Scalar.TEXT));

    private FlowTable() {}

    public static TableSchema schema(List<String> dimensions) {
        return new TableSchema(NAME, GroupColumns.before(COLUMNS, dimensions));
    }

    /** The rows in the order given. */
    public static Table of(List<FlowFigures> flows, List<String> dimensions) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (FlowFigures flow : flows) {
            List<@Nullable Object> row = new ArrayList<>();
            GroupColumns.fill(row, flow.group(), dimensions);
            fill(row, flow);
            rows.add(row.toArray());
        }
        return new Table(schema(dimensions), rows);
    }

    /** Reads back what was written as CSV. */
    public static List<FlowFigures> read(CsvRows csv) {
        return csv.rows().stream().map(FlowTable::figuresOf).toList();
    }

    private static void fill(List<@Nullable Object> row, FlowFigures flow) {
        FlowFigures.Companions companions = flow.companions();
        row.addAll(Arrays.<@Nullable Object>asList(
                flow.from(),
                flow.to(),
                flow.rest(),
                flow.pairs(),
                flow.compared(),
                flow.coverage(),
                flow.passed().mean(),
                flow.passed().low(),
                flow.passed().high(),
                flow.losses(),
                flow.lossRate(),
                companions.textFidelity().n(),
                companions.textFidelity().mean(),
                companions.nextRequestFidelity().n(),
                companions.nextRequestFidelity().mean(),
                companions.carriedChars().n(),
                companions.carriedChars().mean(),
                flow.worst()));
    }

    private static FlowFigures figuresOf(CsvRows.Row row) {
        return new FlowFigures(
                GroupKey.parse(row.required(GroupColumns.GROUP)),
                row.text("from_agent"),
                row.text("to_agent"),
                row.required("rest").equals("true"),
                row.requiredWhole("compared"),
                new MeanFigures(
                        row.requiredWhole("pairs"),
                        row.real("context_passed_mean"),
                        row.real("context_passed_low"),
                        row.real("context_passed_high")),
                row.requiredWhole("losses"),
                new FlowFigures.Companions(
                        companion(row, "text_fidelity"),
                        companion(row, "next_request_fidelity"),
                        companion(row, "carried_chars_share")),
                texts(row, "worst_sample_ids"));
    }

    private static FlowFigures.Companion companion(CsvRows.Row row, String name) {
        return new FlowFigures.Companion(row.requiredWhole(name + "_n"), row.real(name + "_mean"));
    }

    private static List<String> texts(CsvRows.Row row, String column) {
        try {
            return JSON.readValue(row.required(column), TEXTS);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(row.place() + ": " + column + " is no list of texts", e);
        }
    }
}
