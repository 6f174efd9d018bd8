package io.ctxeval.report;

import io.ctxeval.score.Counted;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code status} says of a published run beneath its verdict and reasons. */
public final class StatusText {
    private static final int MOST_TEXT = 400;

    private StatusText() {}

    /** One line a fact; no line has line breaks or controls of the data in it. */
    public static List<String> of(RunReport report) {
        RunManifest run = report.manifest();
        List<String> lines = new ArrayList<>();
        add(lines, "published", Shown.time(run.finishedAt()) + ", job " + run.job());
        add(lines, "result", run.result() == null ? "none: " + noResult(run) : Shown.decimal(run.result()) + " of 100");
        run.inputs().forEach(input -> add(lines, "rows", rows(input)));
        run.metrics().forEach(metric -> add(lines, "metric", metric(metric, mean(report, metric.id()))));
        if (report.gates().isEmpty()) {
            add(lines, "thresholds", "none");
        }
        report.gates().forEach(gate -> add(lines, "threshold", gate(gate)));
        add(lines, "judge", judge(run));
        return lines;
    }

    private static void add(List<String> lines, String name, String fact) {
        lines.add(String.format(Locale.ROOT, "  %-11s", name) + ShownText.line(fact, MOST_TEXT));
    }

    private static String noResult(RunManifest run) {
        return run.metrics().stream().allMatch(metric -> metric.ok() == 0)
                ? "no row has a score"
                : "one of the metrics that it is made of has no score, or none of them was run";
    }

    private static String rows(RunManifest.Input input) {
        return String.format(
                Locale.ROOT,
                "%s: %,d records, %,d used, %,d filtered, %,d rejected%s",
                input.path(),
                input.records(),
                input.used(),
                input.filtered(),
                input.rejected(),
                input.damagedFiles().isEmpty()
                        ? ""
                        : ", " + Counted.of(input.damagedFiles().size(), "damaged file"));
    }

    /** Over all rows. */
    private static @Nullable Double mean(RunReport report, String metric) {
        return report.summaries().stream()
                .filter(summary ->
                        summary.group().isWhole() && summary.rule().metric().equals(metric))
                .map(summary -> summary.figures().mean())
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElse(null);
    }

    /** Coverage as summaries have it: of the rows that the metric applies to and that were to be scored. */
    private static String metric(RunManifest.Metric metric, @Nullable Double mean) {
        long asked = metric.ok() + metric.failed();
        return String.format(
                Locale.ROOT,
                "%s: mean %s, %,d of %,d rows scored, coverage %s%s",
                metric.id(),
                Shown.decimal(mean),
                metric.ok(),
                metric.samples(),
                Shown.percent(asked == 0 ? null : (double) metric.ok() / asked),
                metric.notApplicable() == 0
                        ? ""
                        : String.format(Locale.ROOT, " (%,d not applicable)", metric.notApplicable()));
    }

    private static String gate(GateResult gate) {
        String head = gate.verdict().code() + ": " + gate.metric() + " in "
                + gate.group().text() + ": ";
        String judge = gate.judge() == null ? "" : " (judge " + gate.judge() + ")";
        return gate.verdict() == GateVerdict.PASS
                ? head + Shown.decimal(gate.figure()) + ", threshold " + Shown.decimal(gate.threshold()) + judge
                : head + gate.reason() + judge;
    }

    /** Who judged, and what it took. */
    static String judge(RunManifest run) {
        RunManifest.Spend spend = run.spend();
        String model = run.judge().model();
        String name = run.judge().kind() + (model == null ? "" : " " + model);
        if (model == null && spend.equals(RunManifest.Spend.NONE)) {
            return name + ": no calls";
        }
        Double cost = spend.cost();
        return String.format(
                Locale.ROOT,
                "%s: %,d calls, %,d reused, %,d tokens in, %,d out, %s",
                name,
                spend.calls(),
                spend.reused(),
                spend.promptTokens(),
                spend.completionTokens(),
                cost == null ? "cost unknown (no prices)" : String.format(Locale.ROOT, "cost %.2f", cost));
    }
}
