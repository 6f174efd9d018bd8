package io.ctxeval.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.table.CsvRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What reports say of one metric in one group of one comparison; a row of the table {@code comparison} has more.
 *
 * @param unit of the difference: points, or for a metric without an upper end its own units
 * @param mean mean difference, candidate minus base; null without pairs
 * @param low lower end of its 95 % interval
 * @param p adjusted for the number of metrics or slices; null without a difference
 * @param gateReason null where the gate is off
 */
public record ComparisonLine(
        String base,
        String candidate,
        GroupKey group,
        String metric,
        @Nullable String judge,
        String unit,
        boolean higherIsBetter,
        long pairs,
        long wins,
        long ties,
        long losses,
        @Nullable Double baseMean,
        @Nullable Double candidateMean,
        @Nullable Double mean,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double p,
        Verdict verdict,
        @Nullable Verdict passVerdict,
        GateOutcome gate,
        @Nullable String gateReason,
        List<String> cautions) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public ComparisonLine {
        cautions = List.copyOf(cautions);
    }

    /** The lines of comparisons, in the order of the table. */
    public static List<ComparisonLine> of(List<Comparison> comparisons) {
        List<ComparisonLine> lines = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            comparison.metrics().forEach(metric -> lines.add(of(comparison, metric)));
        }
        return List.copyOf(lines);
    }

    private static ComparisonLine of(Comparison comparison, MetricComparison metric) {
        DeltaFigures delta = metric.delta();
        Interval interval = delta.interval();
        boolean higher = metric.rule().scale().higherIsBetter();
        return new ComparisonLine(
                comparison.base(),
                comparison.candidate(),
                metric.group(),
                metric.rule().metric(),
                metric.rule().judge(),
                ComparisonTable.unit(metric),
                higher,
                delta.pairs(),
                higher ? delta.positive() : delta.negative(),
                delta.zero(),
                higher ? delta.negative() : delta.positive(),
                delta.baseMean(),
                delta.candidateMean(),
                delta.mean(),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                metric.pAdjusted(),
                metric.verdict(),
                metric.passVerdict(),
                metric.gate(),
                metric.gateReason(),
                metric.cautions().stream().map(Caution::sentence).toList());
    }

    /** Reads what {@link ComparisonTable} wrote as CSV. */
    public static List<ComparisonLine> read(CsvRows csv) {
        return csv.rows().stream().map(ComparisonLine::of).toList();
    }

    private static ComparisonLine of(CsvRows.Row row) {
        boolean higher = Boolean.parseBoolean(row.required("higher_is_better"));
        GroupKey group = GroupKey.parse(row.required("group"));
        String passVerdict = row.text("pass_verdict");
        return new ComparisonLine(
                row.required("base"),
                row.required("candidate"),
                group,
                row.required("metric"),
                row.text("judge"),
                row.required("unit"),
                higher,
                row.requiredWhole("n_pairs"),
                row.requiredWhole(higher ? "n_pos" : "n_neg"),
                row.requiredWhole("n_zero"),
                row.requiredWhole(higher ? "n_neg" : "n_pos"),
                row.real("base_mean"),
                row.real("candidate_mean"),
                row.real("mean"),
                row.real("ci_low"),
                row.real("ci_high"),
                row.real(group.isWhole() ? "holm" : "bh"),
                Verdict.valueOf(row.required("verdict").toUpperCase(Locale.ROOT)),
                passVerdict == null ? null : Verdict.valueOf(passVerdict.toUpperCase(Locale.ROOT)),
                GateOutcome.valueOf(row.required("gate").toUpperCase(Locale.ROOT)),
                row.text("gate_reason"),
                cautions(row));
    }

    private static List<String> cautions(CsvRows.Row row) {
        String text = row.text("cautions");
        try {
            return text == null ? List.of() : List.of(JSON.readValue(text, String[].class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(row.place() + ": cautions is no list of texts", e);
        }
    }
}
