package io.ctxeval.history;

import io.ctxeval.plan.HistoryPlan;
import io.ctxeval.plan.Threshold.Level;
import io.ctxeval.score.Scale;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.table.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the means of a run against the nights before (product.md 6): for each gated metric and group the last N good runs (exit
 * code 0, and no limit of this gate missed, be it as a warning) whose figure may be compared. The limit is
 *
 * <pre>median − max(2 points, 3 · 1.4826 · MAD)</pre>
 *
 * <p>and its mirror image for metrics of which less is better. A point is a hundredth of the metric's scale; where a scale has no end
 * (counts), a hundredth of the median. 1.4826 · MAD estimates a standard deviation that single odd nights don't move. Example: the
 * means 78, 77, 79, 78, 78 have the median 78 and the MAD 0, so 76.00 passes and 75.99 fails. Of fewer than three such runs
 * nothing is said, and no row written, unless the judge has just changed: then a warning says that its series begins anew.
 */
public final class ChangeGate {
    private static final double POINTS = 2;
    private static final double DEVIATIONS = 3;
    private static final double DEVIATION_OF_MAD = 1.4826;
    private static final double HUNDREDTH = 0.01;

    /** Room for the rounding of the last step, as at thresholds. */
    private static final double TOLERANCE = 1e-9;

    private static final int SHOWN_DECIMALS = 2;

    private final HistoryPlan plan;
    private final NightSeries before;
    private final Tonight tonight;

    /**
     * A gate.
     *
     * @param before nights before this one
     */
    public ChangeGate(HistoryPlan plan, NightSeries before, Tonight tonight) {
        this.plan = plan;
        this.before = before;
        this.tonight = tonight;
    }

    /**
     * The verdicts on change, in the order of the gates.
     *
     * @param gates the run's thresholds: what has one is gated here too, as sharply unless the plan says otherwise
     */
    public List<GateResult> check(List<GateResult> gates, List<ScoreSummary> summaries) {
        List<GateResult> results = new ArrayList<>();
        if (plan.gate() == HistoryPlan.Gate.OFF) {
            return results;
        }
        for (GateResult gate : gates) {
            for (ScoreSummary summary : summaries) {
                if (summary.group().equals(gate.group())
                        && summary.rule().metric().equals(gate.metric())) {
                    check(summary, level(gate)).ifPresent(results::add);
                }
            }
        }
        return results;
    }

    /** Whether a figure missed its limit, or couldn't be held against it, whatever that does to the exit code. */
    static boolean isMissed(List<GateResult> gates) {
        return gates.stream()
                .anyMatch(gate -> gate.rule() == GateRule.CHANGE
                        && gate.threshold() != null
                        && gate.verdict() != GateVerdict.PASS);
    }

    private Level level(GateResult gate) {
        if (plan.gate() == null) {
            return gate.level();
        }
        return plan.gate() == HistoryPlan.Gate.WARN ? Level.WARN : Level.FAIL;
    }

    /** How the judge differs from that of the last night that had one; null: it doesn't, or nothing is judged. */
    public @Nullable String changeOfJudge(List<ScoreSummary> summaries) {
        boolean judged = summaries.stream().anyMatch(summary -> summary.rule().judge() != null);
        NightEntry last = before.lastJudged().orElse(null);
        if (!judged || last == null) {
            return null;
        }
        String difference = tonight.judge().differenceFrom(last.judge());
        return difference == null
                ? null
                : "the judge differs from that of the last run (" + last.night() + "): it " + difference
                        + (tonight.judge().isComparableWith(last.judge())
                                ? ""
                                : "; judged metrics are held only against runs under the same judge");
    }

    private Optional<GateResult> check(ScoreSummary summary, Level level) {
        List<Double> earlier = earlier(summary);
        Double mean = summary.figures().mean();
        if (earlier.size() < HistoryPlan.LEAST_RUNS) {
            String change = summary.rule().judge() == null ? null : changeOfJudge(List.of(summary));
            return change == null
                    ? Optional.empty()
                    : Optional.of(result(summary, Level.WARN, null, GateVerdict.WARN, change));
        }
        Spread spread =
                Spread.of(earlier.stream().mapToDouble(Double::doubleValue).toArray());
        Scale scale = summary.rule().scale();
        double point = HUNDREDTH * (scale.bounded() ? scale.most() - scale.least() : Math.abs(spread.median()));
        double byPoints = POINTS * point;
        double bySpread = DEVIATIONS * DEVIATION_OF_MAD * spread.deviation();
        double room = Math.max(byPoints, bySpread);
        double limit = scale.higherIsBetter() ? spread.median() - room : spread.median() + room;
        String base = "median " + decimal(spread.median()) + " of the last " + earlier.size() + " good runs "
                + (scale.higherIsBetter() ? "less " : "and ") + decimal(room)
                + (bySpread > byPoints
                        ? " (3 · 1.4826 · MAD " + decimal(spread.deviation()) + ")"
                        : scale.bounded() ? " (2 points)" : " (2 % of it)");
        if (mean == null) {
            return Optional.of(result(
                    summary,
                    level,
                    limit,
                    level == Level.WARN ? GateVerdict.WARN : GateVerdict.INCOMPLETE,
                    "no row has a score to hold against the " + base));
        }
        boolean kept = scale.higherIsBetter() ? mean >= limit - TOLERANCE : mean <= limit + TOLERANCE;
        String relation = kept
                ? (scale.higherIsBetter() ? " is not below " : " is not above ")
                : (scale.higherIsBetter() ? " is below " : " is above ");
        GateVerdict verdict = kept ? GateVerdict.PASS : level == Level.WARN ? GateVerdict.WARN : GateVerdict.FAIL;
        return Optional.of(result(
                summary,
                level,
                limit,
                verdict,
                "mean " + shown(mean, limit, kept) + relation + decimal(limit) + ": " + base));
    }

    /** The means of the last good runs that this one may be compared with, newest first. */
    private List<Double> earlier(ScoreSummary summary) {
        List<Double> means = new ArrayList<>();
        List<NightEntry> nights = before.nights();
        for (int i = nights.size() - 1; i >= 0 && means.size() < plan.runs(); i--) {
            NightEntry night = nights.get(i);
            NightFigure figure = night.figure(
                            summary.group().text(), summary.rule().metric())
                    .orElse(null);
            if (night.isGood()
                    && figure != null
                    && figure.mean() != null
                    && tonight.isComparable(night, figure, summary.rule().judge())) {
                means.add(figure.mean());
            }
        }
        return means;
    }

    private static GateResult result(
            ScoreSummary summary, Level level, @Nullable Double limit, GateVerdict verdict, String reason) {
        return new GateResult(
                summary.group(),
                summary.rule().metric(),
                summary.rule().judge(),
                level,
                GateRule.CHANGE,
                summary.rule().scale().higherIsBetter(),
                limit,
                summary.figures().mean(),
                summary.figures().counts().total(),
                summary.figures().counts().ok(),
                summary.figures().counts().coverage(),
                0,
                verdict,
                reason);
    }

    /** A figure with two decimals, in full where they would hide that it misses the limit. */
    private static String shown(double figure, double limit, boolean kept) {
        String text = decimal(figure);
        return !kept && text.equals(decimal(limit)) ? Numbers.shortest(figure) : text;
    }

    private static String decimal(double value) {
        return BigDecimal.valueOf(value)
                .setScale(SHOWN_DECIMALS, RoundingMode.HALF_EVEN)
                .toPlainString();
    }
}
