package io.ctxeval.report;

import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.ScoreSummary;
import java.util.Locale;

/** The text that {@code evaluate} prints at its end: verdict, scores by group, the run's folder. No line above 100 columns. */
public final class ConsoleSummary {
    static final int COLUMNS = 100;
    private static final int MOST_ROWS = 40;

    private ConsoleSummary() {}

    public static String of(RunReport report) {
        RunManifest run = report.manifest();
        StringBuilder out = new StringBuilder();
        line(
                out,
                run.verdict().toUpperCase(Locale.ROOT) + " (exit code " + run.exitCode() + ")  result "
                        + Shown.decimal(run.result()) + "  " + run.job() + "  run " + run.runId());
        run.exitReasons().forEach(reason -> line(out, "  " + reason));
        for (GateResult gate : report.gates()) {
            if (gate.verdict().compareTo(GateVerdict.WARN) >= 0) {
                line(
                        out,
                        "  " + gate.verdict().code() + ": " + gate.metric() + " in "
                                + gate.group().text() + ": " + gate.reason());
            }
        }
        run.warnings().forEach(warning -> line(out, "  warning: " + warning));
        out.append('\n');
        out.append(row("group", "metric", "judge", "rows", "coverage", "mean", "passed"));
        report.summaries().stream().limit(MOST_ROWS).forEach(summary -> out.append(scoreOf(summary)));
        if (report.summaries().size() > MOST_ROWS) {
            line(out, (report.summaries().size() - MOST_ROWS) + " more rows are in summary.csv");
        }
        out.append('\n');
        // The folder is printed whole whatever its length: it is there to be copied.
        out.append(ShownText.line(report.folder(), Integer.MAX_VALUE)).append('\n');
        return out.toString();
    }

    private static String scoreOf(ScoreSummary summary) {
        String judge = summary.rule().judge();
        return row(
                summary.group().text(),
                summary.rule().metric(),
                judge == null ? "" : judge,
                Long.toString(summary.figures().counts().total()),
                Shown.percent(summary.figures().counts().coverage()),
                Shown.decimal(summary.figures().mean()),
                Shown.percent(summary.figures().passRate()));
    }

    private static String row(
            String group, String metric, String judge, String rows, String coverage, String mean, String passed) {
        return String.format(
                        Locale.ROOT,
                        "%-26s %-20s %-10s %8s %9s %9s %9s",
                        ShownText.line(group, 26),
                        ShownText.line(metric, 20),
                        ShownText.line(judge, 10),
                        rows,
                        coverage,
                        mean,
                        passed)
                + "\n";
    }

    private static void line(StringBuilder out, String text) {
        out.append(ShownText.line(text, COLUMNS)).append('\n');
    }
}
