package io.ctxeval.command;

import io.ctxeval.calibrate.Agreement;
import io.ctxeval.calibrate.AspectAgreement;
import io.ctxeval.calibrate.Calibration;
import io.ctxeval.calibrate.Confusion;
import io.ctxeval.calibrate.Coverage;
import io.ctxeval.calibrate.Figure;
import io.ctxeval.calibrate.PredictionPowered;
import io.ctxeval.calibrate.Stability;
import io.ctxeval.calibrate.ThresholdChoice;
import io.ctxeval.compare.Interval;
import io.ctxeval.plan.OneLine;
import io.ctxeval.summary.MetricRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A calibration for a reader at a console. */
final class CalibrationText {
    private static final String ABSENT = "–";
    private static final String ESTIMATED = ", from ";

    private final Calibration calibration;
    private final List<String> lines = new ArrayList<>();

    private CalibrationText(Calibration calibration) {
        this.calibration = calibration;
    }

    static List<String> lines(Calibration calibration) {
        CalibrationText text = new CalibrationText(calibration);
        text.head();
        text.agreement();
        text.confusion();
        calibration.opinions().forEach(text::threshold);
        text.aspects();
        text.score();
        text.estimates();
        text.coverage();
        text.stability();
        return List.copyOf(text.lines);
    }

    private void head() {
        String model = calibration.model();
        lines.add(String.format(
                Locale.ROOT,
                "run %s%s against %,d labelled rows%s; 95 %% intervals over samples (%,d resamples, seed %d)",
                calibration.run(),
                model == null ? "" : " (" + model + ")",
                calibration.labels(),
                calibration.missing() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d of them not in the run", calibration.missing()),
                calibration.settings().replicates(),
                calibration.settings().seed()));
        lines.add("");
    }

    private void agreement() {
        if (calibration.opinions().isEmpty()) {
            return;
        }
        TextTable table =
                new TextTable("label", "judge", "n", "samples", "AUROC", "kappa", "F1", "precision", "recall");
        for (Calibration.Opinion opinion : calibration.opinions()) {
            table.add(row(opinion.label(), judge(opinion.rule()), opinion.unit(), opinion.agreement()));
            Agreement ceiling = opinion.ceiling();
            if (ceiling != null) {
                table.add(row("", "(second human)", opinion.unit(), ceiling));
            }
        }
        add(table);
    }

    private static List<String> row(String label, String judge, String unit, Agreement agreement) {
        long n = agreement.confusion().units();
        return List.of(
                label,
                judge,
                String.format(Locale.ROOT, "%,d %s", n, n == 1 ? unit : unit + "s"),
                String.format(Locale.ROOT, "%,d", agreement.clusters()),
                shown(agreement.auroc()),
                shown(agreement.kappa()),
                shown(agreement.f1()),
                shown(agreement.precision()),
                shown(agreement.recall()));
    }

    private void confusion() {
        TextTable table =
                new TextTable("label", "yes, found", "yes, not found", "no, but found", "no, not found", "accuracy");
        for (Calibration.Opinion opinion : calibration.opinions()) {
            Confusion confusion = opinion.agreement().confusion();
            table.add(List.of(
                    opinion.label(),
                    count(confusion.bothYes()),
                    count(confusion.humanOnly()),
                    count(confusion.judgeOnly()),
                    count(confusion.bothNo()),
                    shown(opinion.agreement().accuracy())));
        }
        if (!calibration.opinions().isEmpty()) {
            add(table);
        }
    }

    private void threshold(Calibration.Opinion opinion) {
        ThresholdChoice choice = opinion.threshold();
        if (choice instanceof ThresholdChoice.Refused refused) {
            lines.add("no threshold for " + opinion.label() + ": " + refused.reason());
            lines.add("");
        } else if (choice instanceof ThresholdChoice.Chosen chosen) {
            Double target = chosen.targetPrecision();
            lines.add(opinion.label() + ": " + opinion.rule().metric() + " passes at "
                    + number(opinion.rule().rowThreshold())
                    + " in this run; "
                    + (target == null ? "the largest Youden J" : "the highest recall at precision " + number(target))
                    + " on one half of the samples is at " + number(chosen.threshold()));
            TextTable table =
                    new TextTable("at " + number(chosen.threshold()), "rows", "kappa", "F1", "precision", "recall");
            table.add(half("the half it was chosen on", chosen.calibration()));
            table.add(half("the other half", chosen.heldOut()));
            add(table);
        }
    }

    private static List<String> half(String name, Agreement half) {
        return List.of(
                name,
                count(half.confusion().units()),
                shown(half.kappa()),
                shown(half.f1()),
                shown(half.precision()),
                shown(half.recall()));
    }

    private void aspects() {
        Calibration.Aspects aspects = calibration.aspects();
        if (aspects == null) {
            return;
        }
        lines.add("aspects: weighted kappa (quadratic) "
                + shown(aspects.agreement().weightedKappa()) + ", "
                + count(aspects.agreement().table().aspects()) + " aspects of "
                + count(aspects.agreement().clusters()) + " samples");
        AspectAgreement ceiling = aspects.ceiling();
        if (ceiling != null) {
            lines.add("  second human: " + shown(ceiling.weightedKappa()));
        }
        if (aspects.coverage().unlike() > 0) {
            lines.add("  left out: " + count(aspects.coverage().unlike())
                    + " rows with another number of aspects than the label");
        }
        lines.add("");
    }

    private void score() {
        Calibration.Scores score = calibration.score();
        if (score != null) {
            lines.add("score of " + score.rule().metric() + ": Spearman "
                    + shown(score.agreement().spearman()) + ", judge less human "
                    + shown(score.agreement().difference()) + ", off by "
                    + shown(score.agreement().absoluteDifference()) + " on average, "
                    + count(score.agreement().rows()) + " rows");
            lines.add("");
        }
    }

    private void estimates() {
        int before = lines.size();
        for (Calibration.Opinion opinion : calibration.opinions()) {
            estimate("share of " + opinion.label() + " that humans find", opinion.humanRate());
        }
        Calibration.Scores score = calibration.score();
        if (score != null) {
            estimate("mean " + score.rule().metric() + " that humans give", score.humanMean());
        }
        if (lines.size() > before) {
            if (lines.subList(before, lines.size()).stream().anyMatch(line -> line.contains(ESTIMATED))) {
                lines.add("  (prediction-powered; holds if the labelled rows are a random sample)");
            }
            lines.add("");
        }
    }

    private void estimate(String what, @Nullable PredictionPowered estimate) {
        if (estimate != null) {
            String rows = " in all " + count(estimate.judged()) + " rows" + ofVersions() + ": ";
            lines.add(
                    estimate.isExact()
                            ? what + rows + number(estimate.estimate())
                                    + ", exactly, as all of them are labelled; the judge says "
                                    + number(estimate.judgedMean())
                            : what + rows + shown(new Figure(estimate.estimate(), estimate.interval())) + ESTIMATED
                                    + count(estimate.labelled()) + " labels, the judge weighing "
                                    + number(estimate.weight()) + "; it says " + number(estimate.judgedMean()));
        }
    }

    /** Which rows "all" are where the labels are about some versions only. */
    private String ofVersions() {
        List<String> versions = calibration.versions();
        return versions.isEmpty()
                ? ""
                : " of the labelled " + (versions.size() == 1 ? "version " : "versions ")
                        + OneLine.of(String.join(", ", versions));
    }

    private void coverage() {
        for (Calibration.Opinion opinion : calibration.opinions()) {
            coverage(opinion.label(), opinion.coverage());
        }
        Calibration.Aspects aspects = calibration.aspects();
        if (aspects != null) {
            coverage("aspects", aspects.coverage());
        }
        Calibration.Scores score = calibration.score();
        if (score != null) {
            coverage("score", score.coverage());
        }
    }

    private void coverage(String label, Coverage coverage) {
        if (!coverage.unscored().isEmpty()) {
            lines.add(label + ": " + count(coverage.compared()) + " of " + count(coverage.labelled())
                    + " labelled rows compared; counted apart, neither right nor wrong: "
                    + coverage.unscored().entrySet().stream()
                            .map(entry -> entry.getKey().code() + " " + count(entry.getValue()))
                            .collect(Collectors.joining(", "))
                    + "; the judge failed on " + percent(coverage.failedShare()));
        }
    }

    private void stability() {
        for (Stability stability : calibration.stability()) {
            lines.add(stability.metric() + " judged " + stability.runs() + " times, " + count(stability.rows())
                    + " rows: pass flips on " + percent(stability.flipRate()) + ", standard deviation of a row's score "
                    + number(stability.deviation()));
        }
    }

    private void add(TextTable table) {
        lines.addAll(table.lines());
        lines.add("");
    }

    private static String judge(MetricRule rule) {
        return rule.judge() == null ? ABSENT : rule.judge();
    }

    private static String shown(Figure figure) {
        Interval interval = figure.interval();
        return number(figure.value())
                + (interval == null ? "" : " [" + number(interval.low()) + ", " + number(interval.high()) + "]");
    }

    private static String number(@Nullable Double value) {
        return value == null
                ? ABSENT
                : String.format(Locale.ROOT, "%.3f", value).replaceFirst("^-(0\\.0+)$", "$1");
    }

    private static String percent(@Nullable Double share) {
        return share == null ? ABSENT : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
