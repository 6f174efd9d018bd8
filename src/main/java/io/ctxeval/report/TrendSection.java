package io.ctxeval.report;

import io.ctxeval.history.RunHistory;
import io.ctxeval.history.TrendNight;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The last nights of the job beside this run, one column for each gated metric and group. */
final class TrendSection {
    private static final int MOST_COLUMNS = 8;

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
        Page page = new Page();
        page.heading("Nights");
        page.line(
                "Means of the gated metrics in the last runs of this job. What isn't comparable (another judge, another"
                        + " version of the metric) is left out. The change gate looks back at good runs only (exit code 0, and no"
                        + " limit of this gate missed, be it as a warning), and judges from three of them on.");
        page.line("");
        List<String> names = new ArrayList<>(List.of("night", "run", "verdict"));
        gates.forEach(gate -> names.add(Page.safe(
                gate.group().isWhole()
                        ? gate.metric()
                        : gate.metric() + " in " + gate.group().text())));
        page.header(names);
        for (TrendNight night : history.trend()) {
            List<String> cells = new ArrayList<>(List.of(
                    Page.safe(night.night()),
                    Page.safe(night.runId()),
                    verdict(night.verdict(), night.exitCode(), night.regressed())));
            gates.forEach(
                    gate -> cells.add(Shown.decimal(night.mean(gate.group().text(), gate.metric()))));
            page.row(cells);
        }
        List<String> tonight = new ArrayList<>(List.of(
                "**" + Page.safe(history.night()) + "**",
                Page.safe(report.manifest().runId()),
                verdict(report.manifest().verdict(), report.manifest().exitCode(), history.regressed())));
        gates.forEach(gate -> tonight.add("**" + Shown.decimal(mean(report, gate)) + "**"));
        page.row(tonight);
        return page.toString();
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

    private static String verdict(String verdict, int exitCode, boolean regressed) {
        return Page.safe(verdict.toLowerCase(Locale.ROOT))
                + (exitCode == 0 ? regressed ? ", changed" : "" : " (" + exitCode + ")");
    }
}
