package io.ctxeval.report;

import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.SummaryTable;
import io.ctxeval.summary.ThresholdTable;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Storage;
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
 * @param worst in the order of {@code worst.jsonl}
 */
public record RunReport(
        String folder,
        RunManifest manifest,
        List<ScoreSummary> summaries,
        List<GateResult> gates,
        List<WorstEntry> worst) {
    public static final String MANIFEST = "run.json";
    public static final String WORST = "worst.jsonl";

    public RunReport {
        summaries = List.copyOf(summaries);
        gates = List.copyOf(gates);
        worst = List.copyOf(worst);
    }

    /** Reads a published run on any file system that Hadoop opens; see {@link #read(Storage, Path)}. */
    public static RunReport read(Storage storage, String folder) throws IOException {
        return read(storage, new Path(folder));
    }

    /**
     * Reads a published run.
     *
     * @throws IOException if a file is missing or isn't what this version writes
     */
    public static RunReport read(Storage storage, Path folder) throws IOException {
        try {
            return new RunReport(
                    folder.toString(),
                    RunManifest.parse(text(storage, new Path(folder, MANIFEST))),
                    SummaryTable.read(CsvRows.read(storage, new Path(folder, SummaryTable.NAME + ".csv"))),
                    ThresholdTable.read(CsvRows.read(storage, new Path(folder, ThresholdTable.NAME + ".csv"))),
                    worst(storage, new Path(folder, WORST)));
        } catch (IllegalArgumentException e) {
            throw new IOException("not a run of this version: " + folder, e);
        }
    }

    private static List<WorstEntry> worst(Storage storage, Path file) throws IOException {
        List<WorstEntry> entries = new ArrayList<>();
        for (String line : text(storage, file).lines().toList()) {
            entries.add(WorstEntry.parse(line));
        }
        return entries;
    }

    private static String text(Storage storage, Path file) throws IOException {
        return new String(storage.read(file), StandardCharsets.UTF_8);
    }
}
