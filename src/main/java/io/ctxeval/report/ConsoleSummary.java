package io.ctxeval.report;

import io.ctxeval.insight.Advice;
import io.ctxeval.insight.RankFigures;
import io.ctxeval.score.Counted;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.UnscoredReason;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text that {@code evaluate} prints at its end: verdict, scores by group, the run's folder. No line above 100 columns. */
public final class ConsoleSummary {
    static final int COLUMNS = 100;
    private static final int MOST_GROUPS = 5;
    private static final int MOST_DAMAGED = 5;
    private static final int MOST_LEFT_OUT = 5;
    private static final String INDENT = "    ";
    private static final int MOST_TEXT = 2000;

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
        unscored(out, report);
        run.warnings().forEach(warning -> line(out, "  warning: " + warning));
        damaged(out, run);
        out.append('\n');
        grid(out, report);
        ComparisonSection.sentences(report.comparisons()).forEach(sentence -> line(out, sentence));
        advice(out, report);
        if (!run.spend().equals(RunManifest.Spend.NONE)) {
            line(out, "judge " + StatusText.judge(run));
        }
        if (!run.leftOut().isEmpty()) {
            int more = run.leftOut().size() - MOST_LEFT_OUT;
            line(
                    out,
                    "left out, see report.md: "
                            + run.leftOut().stream()
                                    .limit(MOST_LEFT_OUT)
                                    .map(RunManifest.LeftOut::metric)
                                    .collect(Collectors.joining(", "))
                            + (more > 0 ? " and " + more + " more" : ""));
        }
        out.append('\n');
        // The folder is printed whole whatever its length: it is there to be copied.
        out.append(ShownText.line(report.folder(), Integer.MAX_VALUE)).append('\n');
        return out.toString();
    }

    /** Why most of the rows are missing that a gate misses. */
    private static void unscored(StringBuilder out, RunReport report) {
        report.gates().stream()
                .filter(gate -> gate.coverage() != null && gate.coverage() < gate.minCoverage())
                .map(GateResult::metric)
                .distinct()
                .forEach(metric -> report.manifest().unscored().stream()
                        .filter(reason -> reason.metric().equals(metric) && reason.countsForCoverage())
                        .max(Comparator.comparingLong(UnscoredReason::rows))
                        .ifPresent(reason -> line(
                                out,
                                "  " + metric + ", " + Counted.of(reason.rows(), "row") + " " + reason.status() + ": "
                                        + reason.reason())));
    }

    private static void damaged(StringBuilder out, RunManifest run) {
        List<String> damaged = run.inputs().stream()
                .flatMap(input -> input.damagedFiles().stream())
                .toList();
        damaged.stream().limit(MOST_DAMAGED).forEach(file -> line(out, "  damaged, used up to there: " + file));
        if (damaged.size() > MOST_DAMAGED) {
            line(out, "  " + lie(damaged.size() - MOST_DAMAGED, "more damaged file") + RunReport.MANIFEST);
        }
    }

    /** What the k-curve advises, as far as it does. Beside what is advised over all rows stands for which groups it is not. */
    private static void advice(StringBuilder out, RunReport report) {
        Map<GroupKey, List<RankFigures>> byGroup = report.insights().ranksByGroup();
        byGroup.entrySet().stream().limit(MOST_GROUPS).forEach(entry -> {
            if (Advice.of(entry.getValue()) instanceof Advice.Fewer fewer) {
                line(
                        out,
                        "advice (estimate, judge " + entry.getValue().get(0).judge() + "), "
                                + entry.getKey().text() + ": " + AdviceText.of(fewer)
                                + (entry.getKey().isWhole() ? AdviceText.exceptions(byGroup) : ""));
            }
        });
    }

    /** Metrics down, groups across: the means, with the coverage over all rows. */
    private static void grid(StringBuilder out, RunReport report) {
        ScoreGrid grid = ScoreGrid.of(report.summaries());
        List<GroupKey> shown = grid.groups().stream().limit(MOST_GROUPS).toList();
        out.append(cells(
                "metric",
                "judge",
                "coverage",
                shown.stream().map(ConsoleSummary::heading).toList()));
        grid.byMetric().forEach((metric, byGroup) -> {
            ScoreSummary whole = byGroup.get(GroupKey.WHOLE);
            String judge = whole == null ? null : whole.rule().judge();
            out.append(cells(
                    metric,
                    judge == null ? "" : judge,
                    whole == null ? "" : Shown.percent(whole.figures().counts().coverage()),
                    shown.stream().map(group -> mean(byGroup.get(group))).toList()));
        });
        if (grid.groups().size() > shown.size()) {
            line(out, lie(grid.groups().size() - shown.size(), "more group") + "summary.csv");
        }
    }

    private static String lie(int count, String noun) {
        return Counted.of(count, noun) + (count == 1 ? " is in " : " are in ");
    }

    /** A group's values; of all rows {@code all}. */
    private static String heading(GroupKey group) {
        return group.isWhole()
                ? group.text()
                : group.parts().stream()
                        .map(part -> part.value() == null ? "–" : part.value())
                        .collect(Collectors.joining(", "));
    }

    private static String mean(@Nullable ScoreSummary summary) {
        return summary == null ? "–" : Shown.decimal(summary.figures().mean());
    }

    private static String cells(String metric, String judge, String coverage, List<String> means) {
        StringBuilder row = new StringBuilder();
        row.append(String.format(
                Locale.ROOT, "%-20s %-9s %9s", ShownText.line(metric, 20), ShownText.line(judge, 9), coverage));
        means.forEach(mean -> row.append(String.format(Locale.ROOT, " %10s", ShownText.line(mean, 10))));
        return row.append('\n').toString();
    }

    /** A text in as many lines as it takes: messages are there to be read to their end. */
    private static void line(StringBuilder out, String text) {
        String rest = ShownText.line(text, MOST_TEXT);
        while (rest.codePointCount(0, rest.length()) > COLUMNS) {
            int limit = rest.offsetByCodePoints(0, COLUMNS);
            int blank = rest.lastIndexOf(' ', limit);
            int cut = blank > INDENT.length() ? blank : limit;
            out.append(rest, 0, cut).append('\n');
            rest = INDENT + rest.substring(cut).strip();
        }
        out.append(rest).append('\n');
    }
}
