package io.ctxeval.summary;

import io.ctxeval.plan.Threshold;
import io.ctxeval.plan.Threshold.Level;
import io.ctxeval.score.Status;
import io.ctxeval.table.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds the figures of a run against its thresholds (metrics.md 5.7, product.md 4): the mean or the pass rate together with the
 * coverage, over all rows and in each gated group of at least {@value #LEAST_ROWS} rows.
 *
 * <p>What can't be told is never a pass. Rows that should have a score and have none lower the coverage; below its minimum the
 * verdict is {@code incomplete} whatever the figure. Only where the metric applies to no row at all is there nothing to gate:
 * {@code not_applicable}, which neither passes nor fails. Rows that nobody judged ({@code not_sampled}) are applicable: a metric
 * with no other rows is {@code incomplete}.
 */
public final class Gate {
    /** Rows that coverage counts, from which on a group is gated. */
    public static final int LEAST_ROWS = 30;

    private static final Set<String> BUILT_IN_JUDGES = Set.of("lexical", "embedded");
    private static final int SHOWN_DECIMALS = 2;

    private final Map<String, Threshold> thresholds;
    private final Predicate<GroupKey> exempt;

    /**
     * A gate.
     *
     * @param thresholds by metric id; a metric without one isn't gated
     * @param exempt groups that never gate, such as those of the base version; not asked for the whole
     */
    public Gate(Map<String, Threshold> thresholds, Predicate<GroupKey> exempt) {
        this.thresholds = Map.copyOf(thresholds);
        this.exempt = exempt;
    }

    /** The gates over all rows, then those of the groups that exactly these dimensions tell apart, in the summary's order. */
    public List<GateResult> check(List<ScoreSummary> summaries, List<String> gateGroups) {
        List<GateResult> results = new ArrayList<>();
        for (ScoreSummary summary : summaries) {
            Threshold threshold = thresholds.get(summary.rule().metric());
            if (threshold != null && isGated(summary, gateGroups)) {
                results.add(check(summary, threshold));
            }
        }
        return List.copyOf(results);
    }

    private boolean isGated(ScoreSummary summary, List<String> gateGroups) {
        GroupKey group = summary.group();
        if (group.isWhole()) {
            return true;
        }
        return group.parts().stream().map(GroupKey.Part::dimension).toList().equals(gateGroups)
                && summary.figures().counts().counted() >= LEAST_ROWS
                && !exempt.test(group);
    }

    private static GateResult check(ScoreSummary summary, Threshold threshold) {
        Level level = levelOf(summary.rule(), threshold);
        Figures figures = summary.figures();
        Double figure = switch (threshold.rule()) {
            case MEAN -> figures.mean();
            case PASS_RATE -> figures.passRate();
        };
        Finding finding = findingOf(summary, threshold, figure);
        return new GateResult(
                summary.group(),
                summary.rule().metric(),
                summary.rule().judge(),
                level,
                GateRule.of(threshold.rule()),
                higherIsBetter(summary, threshold),
                threshold.value(),
                figure,
                figures.counts().total(),
                figures.counts().ok(),
                figures.counts().coverage(),
                threshold.minCoverage(),
                finding.at(level),
                finding.reason());
    }

    /** What a check found, before the level says how much it matters. */
    private record Finding(GateVerdict verdict, String reason) {
        GateVerdict at(Level level) {
            boolean missed = verdict == GateVerdict.FAIL || verdict == GateVerdict.INCOMPLETE;
            return missed && level == Level.WARN ? GateVerdict.WARN : verdict;
        }
    }

    private static Finding findingOf(ScoreSummary summary, Threshold threshold, @Nullable Double figure) {
        StatusCounts counts = summary.figures().counts();
        Double coverage = counts.coverage();
        if (coverage == null) {
            long notSampled = counts.of(Status.NOT_SAMPLED);
            return notSampled == 0
                    ? new Finding(GateVerdict.NOT_APPLICABLE, "applies to none of " + rows(counts.total()))
                    : new Finding(GateVerdict.INCOMPLETE, "no row has a score: " + rows(notSampled) + " not sampled");
        }
        Finding onFigure = onFigure(summary, threshold, figure);
        if (coverage < threshold.minCoverage() - MetricRule.TOLERANCE) {
            String reason = "coverage " + percent(coverage) + " is below " + percent(threshold.minCoverage()) + ": "
                    + counts.failed() + " of " + rows(counts.counted()) + " have no score";
            return new Finding(
                    GateVerdict.INCOMPLETE,
                    onFigure.verdict() == GateVerdict.FAIL && figure != null
                            ? reason + "; over the other " + rows(counts.ok()) + ": " + onFigure.reason()
                            : reason);
        }
        return onFigure;
    }

    private static Finding onFigure(ScoreSummary summary, Threshold threshold, @Nullable Double figure) {
        if (figure == null) {
            return new Finding(
                    GateVerdict.FAIL,
                    summary.figures().counts().ok() == 0
                            ? "no row has a score"
                            : "no pass rate: " + summary.rule().metric() + " has no row threshold");
        }
        boolean higherIsBetter = threshold.rule() == Threshold.Rule.PASS_RATE
                || summary.rule().scale().higherIsBetter();
        boolean reached = threshold.rule() == Threshold.Rule.PASS_RATE
                ? figure >= threshold.value() - MetricRule.TOLERANCE
                : summary.rule().reaches(figure, threshold.value());
        String name = threshold.rule() == Threshold.Rule.MEAN ? "mean " : "pass rate " + ofRows(summary.rule());
        String relation = reached
                ? (higherIsBetter ? " reaches " : " stays within ")
                : (higherIsBetter ? " is below " : " is above ");
        return new Finding(
                reached ? GateVerdict.PASS : GateVerdict.FAIL,
                name + shown(threshold, figure, !reached) + relation + shown(threshold, threshold.value(), false));
    }

    /** From which score on a row counts as passed. */
    private static String ofRows(MetricRule rule) {
        Double row = rule.rowThreshold();
        return row == null ? "" : "(rows " + (rule.scale().higherIsBetter() ? "from " : "up to ") + decimal(row) + ") ";
    }

    private static boolean higherIsBetter(ScoreSummary summary, Threshold threshold) {
        return threshold.rule() == Threshold.Rule.PASS_RATE
                || summary.rule().scale().higherIsBetter();
    }

    private static Level levelOf(MetricRule rule, Threshold threshold) {
        if (threshold.level() != null) {
            return threshold.level();
        }
        return rule.judge() != null && BUILT_IN_JUDGES.contains(rule.judge()) ? Level.WARN : Level.FAIL;
    }

    /** A figure with two decimals, in full where they would hide that it misses the threshold. */
    private static String shown(Threshold threshold, double figure, boolean missed) {
        boolean share = threshold.rule() == Threshold.Rule.PASS_RATE;
        String text = share ? percent(figure) : decimal(figure);
        if (missed && text.equals(share ? percent(threshold.value()) : decimal(threshold.value()))) {
            return Numbers.shortest(figure);
        }
        return text;
    }

    private static String percent(double share) {
        return decimal(share * 100) + " %";
    }

    private static String decimal(double value) {
        return BigDecimal.valueOf(value)
                .setScale(SHOWN_DECIMALS, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    private static String rows(long n) {
        return n + (n == 1 ? " row" : " rows");
    }
}
