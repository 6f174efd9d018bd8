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
import java.util.function.Function;
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
        Tables tables = new Tables(storage, folder, manifest);
        return new RunReport(
                folder.toString(),
                manifest,
                tables.rows(SummaryTable.NAME, SummaryTable::read),
                tables.rows(ThresholdTable.NAME, ThresholdTable::read),
                tables.isThere(ComparisonTable.NAME)
                        ? tables.rows(ComparisonTable.NAME, ComparisonLine::read)
                        : List.of(),
                tables.worst(),
                new InsightTables(
                        tables.rows(RankTable.NAME, RankTable::read), tables.rows(FlowTable.NAME, FlowTable::read)));
    }

    /** The small tables of a run, each as long as the manifest says. */
    private record Tables(Storage storage, Path folder, RunManifest manifest) {
        <T> List<T> rows(String name, Function<CsvRows, List<T>> reading) throws IOException {
            return read(new Path(folder, name + ".csv"), file -> {
                CsvRows csv = CsvRows.read(storage, file);
                manifest.requireRows(name, csv.rows().size());
                return reading.apply(csv);
            });
        }

        /** Of a run whose versions weren't compared there is none; one that should be there and isn't held a gate. */
        boolean isThere(String name) throws IOException {
            return manifest.tableRows().containsKey(name) || storage.exists(new Path(folder, name + ".csv"));
        }

        List<WorstEntry> worst() throws IOException {
            return read(new Path(folder, WORST), file -> {
                List<WorstEntry> entries = RunReport.worst(text(storage, file));
                manifest.requireRows(WORST, entries.size());
                return entries;
            });
        }
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
