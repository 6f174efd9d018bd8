package io.ctxeval.report;

import io.ctxeval.history.RunHistory;
import io.ctxeval.history.TrendNight;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The last nights of the job beside this run, one column for each gated metric and group. */
final class TrendSection {
    private static final int MOST_COLUMNS = 8;
    private static final int CELL = 80;

    private TrendSection() {}

    /** Nothing for a run that is the first of its job, or gates nothing. */
    static String markdown(RunReport report) {
        RunHistory history = report.manifest().history();
        List<GateResult> gates = report.gates().stream()
                .filter(gate -> gate.rule() != GateRule.CHANGE)
                .limit(MOST_COLUMNS)
                .toList();
        if (history == null || history.trend().isEmpty() || gates.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder("\n## Nights\n\n");
        out.append(
                "Means of the gated metrics in the last runs of this job. What isn't comparable (another judge, another"
                        + " version of the metric) is left out. The change gate looks back at good runs only (exit code 0), and judges"
                        + " from three of them on.\n\n");
        List<String> names = new ArrayList<>(List.of("night", "run", "verdict"));
        gates.forEach(gate -> names.add(safe(
                gate.group().isWhole()
                        ? gate.metric()
                        : gate.metric() + " in " + gate.group().text())));
        row(out, names);
        row(out, names.stream().map(name -> "---").toList());
        for (TrendNight night : history.trend()) {
            List<String> cells = new ArrayList<>(
                    List.of(safe(night.night()), safe(night.runId()), verdict(night.verdict(), night.exitCode())));
            gates.forEach(
                    gate -> cells.add(Shown.decimal(night.mean(gate.group().text(), gate.metric()))));
            row(out, cells);
        }
        List<String> tonight = new ArrayList<>(List.of(
                "**" + safe(history.night()) + "**",
                safe(report.manifest().runId()),
                verdict(report.manifest().verdict(), report.manifest().exitCode())));
        gates.forEach(gate -> tonight.add("**" + Shown.decimal(mean(report, gate)) + "**"));
        row(out, tonight);
        return out.toString();
    }

    /** The mean, also where the gate is on the pass rate. */
    private static @Nullable Double mean(RunReport report, GateResult gate) {
        return report.summaries().stream()
                .filter(summary -> summary.group().equals(gate.group())
                        && summary.rule().metric().equals(gate.metric()))
                .findFirst()
                .map(summary -> summary.figures().mean())
                .orElse(null);
    }

    private static String verdict(String verdict, int exitCode) {
        return safe(verdict.toLowerCase(Locale.ROOT)) + (exitCode == 0 ? "" : " (" + exitCode + ")");
    }

    private static String safe(String text) {
        return ShownText.markdown(text, CELL);
    }

    private static void row(StringBuilder out, List<String> cells) {
        out.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }
}
