package io.ctxeval.report;

import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.ComparisonTable;
import io.ctxeval.insight.FlowTable;
import io.ctxeval.insight.InsightTables;
import io.ctxeval.insight.RankTable;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.SummaryTable;
import io.ctxeval.summary.ThresholdTable;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * All that a report says; its writers add nothing.
 *
 * @param folder where the run's files are
 * @param summaries in the order of {@code summary}
 * @param gates in the order of {@code thresholds}
 * @param comparisons in the order of the table of that name; empty where versions weren't compared
 * @param worst in the order of {@code worst.jsonl}
 * @param insights in the order of {@code ranks} and {@code flows}
 */
public record RunReport(
        String folder,
        RunManifest manifest,
        List<ScoreSummary> summaries,
        List<GateResult> gates,
        List<ComparisonLine> comparisons,
        List<WorstEntry> worst,
        InsightTables insights) {
    public static final String MANIFEST = "run.json";
    public static final String WORST = "worst.jsonl";

    public RunReport {
        summaries = List.copyOf(summaries);
        gates = List.copyOf(gates);
        comparisons = List.copyOf(comparisons);
        worst = List.copyOf(worst);
    }

    /** A report of a run without a judged chunk or a hand-off. */
    public RunReport(
            String folder,
            RunManifest manifest,
            List<ScoreSummary> summaries,
            List<GateResult> gates,
            List<ComparisonLine> comparisons,
            List<WorstEntry> worst) {
        this(folder, manifest, summaries, gates, comparisons, worst, InsightTables.EMPTY);
    }

    /** Reads a published run on any file system that Hadoop opens; see {@link #read(Storage, Path)}. */
    public static RunReport read(Storage storage, String folder) throws IOException {
        return read(storage, new Path(folder));
    }

    /**
     * Reads a published run.
     *
     * @throws IOException if a file is missing or isn't what this version writes; the message names it
     */
    public static RunReport read(Storage storage, Path folder) throws IOException {
        RunManifest manifest = read(new Path(folder, MANIFEST), file -> RunManifest.parse(text(storage, file)));
        return new RunReport(
                folder.toString(),
                manifest,
                read(
                        new Path(folder, SummaryTable.NAME + ".csv"),
                        file -> SummaryTable.read(CsvRows.read(storage, file))),
                read(
                        new Path(folder, ThresholdTable.NAME + ".csv"),
                        file -> ThresholdTable.read(CsvRows.read(storage, file))),
                comparisons(storage, manifest, new Path(folder, ComparisonTable.NAME + ".csv")),
                read(new Path(folder, WORST), file -> worst(text(storage, file))),
                new InsightTables(
                        read(
                                new Path(folder, RankTable.NAME + ".csv"),
                                file -> RankTable.read(CsvRows.read(storage, file))),
                        read(
                                new Path(folder, FlowTable.NAME + ".csv"),
                                file -> FlowTable.read(CsvRows.read(storage, file)))));
    }

    private interface Reading<T> {
        T of(Path file) throws IOException;
    }

    private static <T> T read(Path file, Reading<T> reading) throws IOException {
        try {
            return reading.of(file);
        } catch (FileNotFoundException absent) {
            throw new IOException(file + " is not there", absent);
        } catch (IOException | IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new IOException(
                    file + " is not what this version writes: "
                            + message.lines().findFirst().orElse(""),
                    e);
        }
    }

    /** Of a run whose versions weren't compared, none; a table that should be there and isn't held a gate. */
    private static List<ComparisonLine> comparisons(Storage storage, RunManifest manifest, Path file)
            throws IOException {
        return manifest.tableRows().containsKey(ComparisonTable.NAME) || storage.exists(file)
                ? read(file, there -> ComparisonLine.read(CsvRows.read(storage, there)))
                : List.of();
    }

    private static List<WorstEntry> worst(String lines) throws IOException {
        List<WorstEntry> entries = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            entries.add(WorstEntry.parse(line));
        }
        return entries;
    }

    private static String text(Storage storage, Path file) throws IOException {
        return new String(storage.read(file), StandardCharsets.UTF_8);
    }
}
