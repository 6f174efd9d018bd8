package io.ctxeval.run;

import io.ctxeval.compare.Comparison;
import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.ComparisonTable;
import io.ctxeval.insight.FlowTable;
import io.ctxeval.insight.InsightTables;
import io.ctxeval.insight.Insights;
import io.ctxeval.insight.RankTable;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanText;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.report.ConsoleSummary;
import io.ctxeval.report.JUnitReport;
import io.ctxeval.report.MarkdownReport;
import io.ctxeval.report.RunManifest;
import io.ctxeval.report.RunReport;
import io.ctxeval.report.WorstEntry;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.SummaryTable;
import io.ctxeval.summary.ThresholdTable;
import io.ctxeval.table.RowSink;
import io.ctxeval.table.Storage;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** Writes what a run found beside its row tables, then makes the run visible. */
final class Publication {
    private final EvaluationPlan asked;
    private final EvaluationPlan plan;
    private final RunFolder folder;
    private final Storage storage;

    Publication(JudgedPlan judged, RunFolder folder, Storage storage) {
        asked = judged.asked();
        plan = judged.run();
        this.folder = folder;
        this.storage = storage;
    }

    /**
     * Writes all and publishes; prints the summary.
     *
     * @return the manifest as it was published, with the rows of every table
     */
    RunManifest publish(RunManifest facts, Findings findings, ScoringStage.Result scored, PrintWriter out)
            throws IOException {
        List<String> dimensions = facts.dimensions();
        List<Comparison> comparisons = findings.versions().comparisons();
        InsightTables insights = insights(findings, scored);
        List<Table> tables = new ArrayList<>(List.of(
                SummaryTable.of(findings.summaries(), dimensions),
                ThresholdTable.of(findings.gates(), dimensions),
                RankTable.of(insights.ranks(), dimensions),
                FlowTable.of(insights.flows(), dimensions)));
        if (!comparisons.isEmpty()) {
            tables.add(ComparisonTable.of(comparisons, VersionComparison.slices(plan)));
        }
        Map<String, Long> rows = new LinkedHashMap<>();
        for (Table table : tables) {
            table.write(storage, folder.written());
            rows.put(table.schema().name(), (long) table.rows().size());
        }
        ServedJudge judge = plan.judge().served();
        writeCsv(Spend.of(findings.summaries(), scored.spend(), judge == null ? null : judge.price()));
        List<String> worst = scored.state().worst().lines();
        write(RunReport.WORST, String.join("\n", worst) + (worst.isEmpty() ? "" : "\n"));
        rows.put(RunReport.WORST, (long) worst.size());
        write("config.yaml", PlanText.yaml(asked));
        RunManifest manifest = facts.withTables(rows);
        RunReport report = new RunReport(
                folder.published().toString(),
                manifest,
                findings.summaries(),
                findings.gates(),
                ComparisonLine.of(comparisons),
                entries(worst),
                insights);
        write("report.md", MarkdownReport.of(report));
        write("junit.xml", JUnitReport.of(report));
        folder.publish(utf8(manifest.toJson()));
        out.print(ConsoleSummary.of(report));
        out.flush();
        return manifest;
    }

    /** Of the groups that the summary has. */
    private InsightTables insights(Findings findings, ScoringStage.Result scored) {
        List<GroupKey> groups = findings.summaries().stream()
                .map(ScoreSummary::group)
                .distinct()
                .toList();
        Insights state = scored.state().insights();
        String judge = JudgeChoice.of(plan.judge().kind()).judgeName();
        return new InsightTables(state.ranks(groups, judge, plan.contextPrice()), state.flows(groups));
    }

    private static List<WorstEntry> entries(List<String> lines) throws IOException {
        List<WorstEntry> entries = new ArrayList<>(lines.size());
        for (String line : lines) {
            entries.add(WorstEntry.parse(line));
        }
        return entries;
    }

    private void writeCsv(Table table) throws IOException {
        Path file = new Path(folder.written(), table.schema().name() + ".csv");
        try (RowSink sink = TableFormat.CSV.create(storage, file, table.schema())) {
            for (Object[] row : table.rows()) {
                sink.write(row);
            }
        }
    }

    private void write(String name, String content) throws IOException {
        storage.write(new Path(folder.written(), name), utf8(content));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
