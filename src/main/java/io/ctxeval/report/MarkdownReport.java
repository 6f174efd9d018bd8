package io.ctxeval.report;

import io.ctxeval.score.Counted;
import io.ctxeval.score.Status;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.PassRate;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.UnscoredReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code report.md}: the verdict first, then scores, thresholds, missing scores, inputs, spend and the worst rows. Text of
 * the data is bounded and escaped ({@link ShownText#markdown}); long lists end with a count of what the tables hold besides.
 */
public final class MarkdownReport {
    private static final int MOST_ROWS = 200;
    private static final int MOST_EACH = 5;
    private static final int MOST_ACROSS = 8;
    private static final int CELL = 160;
    private static final int SENTENCE = 1000;
    private static final int FEW = Page.FEW;

    /** Means that rest on less of the rows say on how many. */
    private static final double MOST_COVERED = 0.95;

    private final RunReport report;
    private final Page out = new Page();

    private MarkdownReport(RunReport report) {
        this.report = report;
    }

    /** The whole page. */
    public static String of(RunReport report) {
        MarkdownReport page = new MarkdownReport(report);
        page.verdict();
        page.scores();
        page.out.append(ComparisonSection.markdown(report.comparisons()));
        page.thresholds();
        page.out.append(TrendSection.markdown(report));
        page.missing();
        page.inputs();
        page.out.append(InsightSections.of(report));
        page.spend();
        page.out.append(WorstSection.markdown(report.worst()));
        return page.out.toString();
    }

    private void verdict() {
        RunManifest run = report.manifest();
        out.line("# " + run.verdict().toUpperCase(Locale.ROOT) + ": " + Page.safe(run.job()) + ", run "
                + Page.safe(run.runId()));
        out.line("");
        out.append(IncompleteNote.markdown(report));
        out.line("Exit code " + run.exitCode() + ". Result " + Shown.decimal(run.result()) + " of 100"
                + (IncompleteNote.isNeeded(report) ? ", of a part of the rows" : "") + ". Started "
                + Shown.time(run.startedAt()) + ", finished " + Shown.time(run.finishedAt()) + ".");
        out.line("");
        for (String reason : run.exitReasons()) {
            out.line("* " + Page.sentence(reason));
        }
        for (GateResult gate : report.gates()) {
            if (gate.verdict().compareTo(GateVerdict.WARN) >= 0) {
                out.line("* **" + gate.verdict().code() + "** " + Page.safe(gate.metric()) + " in "
                        + Page.safe(gate.group().text()) + ": " + Page.sentence(gate.reason())
                        + judgedBy(gate.judge()));
            }
        }
        for (String sentence : ComparisonSection.sentences(report.comparisons())) {
            out.line("* " + ShownText.markdown(sentence, SENTENCE));
        }
        for (String warning : run.warnings()) {
            out.line("* warning: " + Page.sentence(warning));
        }
        if (!run.identitiesHold()) {
            out.line("* **The counts don't add up:** see the inputs and metrics of run.json.");
        }
        judges();
    }

    private void judges() {
        TreeSet<String> judges = new TreeSet<>();
        report.summaries().forEach(summary -> {
            if (summary.rule().judge() != null) {
                judges.add(summary.rule().judge());
            }
        });
        for (String judge : judges) {
            out.line("");
            out.line("Judge " + ShownText.code(judge, CELL) + ": " + JudgeNote.of(judge, report.manifest()));
        }
    }

    private void scores() {
        out.heading("Scores");
        ScoreGrid grid = ScoreGrid.of(report.summaries());
        if (grid.groups().size() > 1) {
            sideBySide(grid);
        }
        List<ScoreSummary> byMetric = grid.byMetric().values().stream()
                .flatMap(groups -> grid.groups().stream().map(groups::get).flatMap(Stream::ofNullable))
                .toList();
        if (grid.groups().size() > 1) {
            out.fold("Spread, coverage and pass rates");
        }
        out.header(
                "metric",
                "group",
                "judge",
                "scored",
                "coverage",
                "mean",
                "sd",
                "p10",
                "median",
                "p90",
                "passed",
                "95 % interval");
        byMetric.stream().limit(MOST_ROWS).forEach(this::score);
        more(byMetric.size() - MOST_ROWS, "summary.csv");
        if (grid.groups().size() > 1) {
            out.unfold();
        }
    }

    /** The means of all groups in one row a metric, to be compared at a glance. */
    private void sideBySide(ScoreGrid grid) {
        List<GroupKey> shown = grid.groups().stream().limit(MOST_ACROSS).toList();
        out.line("Means" + (anyPartial(grid) ? ", with the rows scored where some are missing" : "")
                + "; the spread is below.");
        out.line("");
        List<String> names = new ArrayList<>(List.of("metric", "judge", "better"));
        shown.forEach(group -> names.add(Page.safe(group.text())));
        out.header(names.toArray(String[]::new));
        grid.byMetric().forEach((metric, groups) -> {
            MetricRule rule = groups.values().iterator().next().rule();
            List<String> cells = new ArrayList<>(List.of(
                    Page.safe(metric), Page.safe(rule.judge()), rule.scale().higherIsBetter() ? "higher" : "lower"));
            for (GroupKey group : shown) {
                ScoreSummary summary = groups.get(group);
                cells.add(summary == null ? Shown.ABSENT : mean(summary));
            }
            out.row(cells.toArray(String[]::new));
        });
        int left = grid.groups().size() - shown.size();
        if (left > 0) {
            out.line("");
            out.line(Counted.of(left, "more group") + (left == 1 ? " is" : " are") + " in summary.csv.");
        }
        out.line("");
    }

    private static boolean anyPartial(ScoreGrid grid) {
        return grid.byMetric().values().stream()
                .flatMap(groups -> groups.values().stream())
                .anyMatch(MarkdownReport::isPartial);
    }

    private static boolean isPartial(ScoreSummary summary) {
        Double coverage = summary.figures().counts().coverage();
        return coverage != null && coverage < MOST_COVERED;
    }

    private static String mean(ScoreSummary summary) {
        String mean = Shown.decimal(summary.figures().mean());
        return isPartial(summary)
                ? mean + " (" + summary.figures().counts().ok() + " of "
                        + summary.figures().counts().counted() + ")"
                : mean;
    }

    private void score(ScoreSummary summary) {
        var figures = summary.figures();
        var moments = figures.moments();
        var quantiles = figures.quantiles();
        PassRate pass = figures.pass();
        out.row(
                Page.safe(summary.rule().metric()),
                Page.safe(summary.group().text()),
                Page.safe(summary.rule().judge()),
                figures.counts().ok() + " of " + figures.counts().counted(),
                Shown.percent(figures.counts().coverage()),
                Shown.decimal(figures.mean()),
                Shown.decimal(moments == null ? null : moments.sd()),
                Shown.decimal(quantiles == null ? null : (Double) quantiles.p10()),
                Shown.decimal(quantiles == null ? null : (Double) quantiles.p50()),
                Shown.decimal(quantiles == null ? null : (Double) quantiles.p90()),
                passed(summary),
                pass == null || pass.low() == null
                        ? Shown.ABSENT
                        : Shown.percent(pass.low()) + " to " + Shown.percent(pass.high()));
    }

    /** The share of rows that pass, and from which score on they do. */
    private static String passed(ScoreSummary summary) {
        Double row = summary.rule().rowThreshold();
        return Shown.percent(summary.figures().passRate())
                + (row == null || summary.figures().passRate() == null
                        ? ""
                        : " (" + (summary.rule().scale().higherIsBetter() ? "from " : "up to ") + Shown.decimal(row)
                                + ")");
    }

    private void thresholds() {
        out.heading("Thresholds");
        if (report.gates().isEmpty()) {
            out.line("None of the metrics has one.");
            return;
        }
        out.header("group", "metric", "judge", "level", "verdict", "reason");
        for (GateResult gate : report.gates().stream().limit(MOST_ROWS).toList()) {
            out.row(
                    Page.safe(gate.group().text()),
                    Page.safe(gate.metric()),
                    Page.safe(gate.judge()),
                    gate.level().name().toLowerCase(Locale.ROOT),
                    gate.verdict().code(),
                    Page.sentence(gate.reason()));
        }
        more(report.gates().size() - MOST_ROWS, "thresholds.csv");
    }

    private void missing() {
        out.heading("Missing scores");
        RunManifest run = report.manifest();
        Map<String, List<String>> leftOut = new LinkedHashMap<>();
        for (RunManifest.LeftOut left : run.leftOut()) {
            leftOut.computeIfAbsent(left.reason(), reason -> new ArrayList<>()).add(left.metric());
        }
        leftOut.forEach((reason, metrics) -> out.line("* " + Page.safe(String.join(", ", metrics))
                + (metrics.size() == 1 ? " was" : " were") + " left out: " + Page.sentence(reason)));
        if (!run.leftOut().isEmpty()) {
            out.line("");
        }
        if (run.unscored().isEmpty()) {
            out.line(
                    run.leftOut().isEmpty()
                            ? "Every row has every score."
                            : "Every row has a score of each metric that was run.");
            return;
        }
        List<UnscoredReason> shown = fewEach(run.unscored(), UnscoredReason::metric);
        if (shown.size() > FEW) {
            out.fold(shown.size() + " reasons");
        }
        out.header("metric", "status", "reason", "rows");
        for (UnscoredReason reason : shown) {
            out.row(
                    Page.safe(reason.metric()),
                    reason.status(),
                    Page.sentence(reason.reason()),
                    Long.toString(reason.rows()));
        }
        more(run.unscored().size() - shown.size(), RunReport.MANIFEST);
        if (shown.size() > FEW) {
            out.unfold();
        }
        out.line("");
        out.line("`" + Status.NOT_APPLICABLE.code() + "` and `" + Status.NOT_SAMPLED.code()
                + "` stand outside coverage; every other row without a score lowers it.");
    }

    private void inputs() {
        out.heading("Inputs");
        out.header("input", "format", "kind", "preset", "files", "records", "used", "filtered", "rejected", "adds up");
        for (RunManifest.Input input : report.manifest().inputs()) {
            out.row(
                    Page.safe(input.path()),
                    Page.safe(input.kind() == null ? null : input.format()),
                    // runs of versions without a kind have it in the format's place
                    Page.safe(input.kind() == null ? input.format() : input.kind()),
                    Page.safe(input.preset()),
                    Long.toString(input.files()),
                    Long.toString(input.records()),
                    Long.toString(input.used()),
                    Long.toString(input.filtered()),
                    Long.toString(input.rejected()),
                    input.identityHolds() ? "yes" : "**no**");
        }
        for (RunManifest.Input input : report.manifest().inputs()) {
            if (!input.damagedFiles().isEmpty() || !input.firstRejections().isEmpty()) {
                out.line("");
            }
            input.damagedFiles().stream()
                    .limit(MOST_EACH)
                    .forEach(file -> out.line("* damaged, used up to there: " + Page.safe(file)));
            more(input.damagedFiles().size() - MOST_EACH, RunReport.MANIFEST);
            input.firstRejections().forEach(this::rejection);
        }
    }

    private void rejection(RunManifest.RejectedRecord rejection) {
        String place = rejection.line() == null
                ? "position " + rejection.position()
                : "line " + rejection.line() + " (position " + rejection.position() + ")";
        out.line("* rejected: " + Page.safe(rejection.file()) + ", " + place
                + (rejection.field() == null ? "" : ", field " + Page.safe(rejection.field())) + ": "
                + Page.sentence(rejection.reason())
                + (rejection.excerpt() == null ? "" : " — " + Page.safe(rejection.excerpt())));
    }

    /** A judge without a model is built in, and costs nothing. */
    private void spend() {
        if (report.manifest().judge().model() == null) {
            return;
        }
        out.heading("Spend");
        RunManifest.Spend spend = report.manifest().spend();
        out.line(spend.calls() + " calls in " + spend.attempts() + " attempts, " + spend.reused() + " verdicts reused, "
                + spend.promptTokens() + " + " + spend.completionTokens() + " tokens, cost "
                + (spend.cost() == null ? "not known" : Shown.decimal(spend.cost())) + ".");
    }

    /** The first few of each kind, in their order. */
    static <T> List<T> fewEach(List<T> all, Function<T, String> kind) {
        Map<String, Integer> seen = new HashMap<>();
        return all.stream()
                .filter(one -> seen.merge(kind.apply(one), 1, Integer::sum) <= MOST_EACH)
                .limit(MOST_ROWS)
                .toList();
    }

    private static String judgedBy(@Nullable String judge) {
        return judge == null ? "" : " (judge " + ShownText.code(judge, CELL) + ")";
    }

    private void more(int left, String file) {
        if (left > 0) {
            out.line("");
            out.line(left + " more are in " + file + ".");
        }
    }
}
