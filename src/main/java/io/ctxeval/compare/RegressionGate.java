package io.ctxeval.compare;

import io.ctxeval.score.Counted;
import io.ctxeval.score.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The regression gate of metrics.md 7.5, on all rows only: it fails where the worse end of the interval lies beyond the margin and
 * the adjusted p below alpha, unless that p is evidence of an improvement.
 *
 * <p>What can't be told is never a pass. A comparison sees pairs only, and rows that are missing from the candidate, or have no score
 * there, may be the very ones that fell: where pairs cover less than {@link ComparisonSettings#coverage} of the base's rows the gate
 * is {@link GateOutcome#UNTOLD}, whatever the pairs say. Fewer than 30 pairs are {@link GateOutcome#TOO_SMALL}, however large the fall:
 * no interval of so few holds its level. Both leave a run incomplete, and both say the mean difference of what there is.
 */
final class RegressionGate {
    private static final double ROUNDING = 1e-9;
    private static final Finding OFF = new Finding(GateOutcome.OFF, null);

    private RegressionGate() {}

    /** An outcome with its sentence. */
    record Finding(GateOutcome outcome, @Nullable String reason) {}

    static Finding check(Tested tested, @Nullable Double pAdjusted, Verdict verdict, ComparisonSettings settings) {
        if (!settings.gates(tested.rule().metric()) || !tested.group().isWhole()) {
            return OFF;
        }
        if (!tested.hasPoints()) {
            return new Finding(GateOutcome.OFF, "the metric has no upper end, so no margin in points");
        }
        if (tested.base().total() == tested.base().of(Status.NOT_APPLICABLE)) {
            return new Finding(GateOutcome.OFF, "it applies to no row of the base, so there is nothing to fall behind");
        }
        long pairs = tested.delta().pairs();
        if (pairs < settings.coverage() * tested.expected() - ROUNDING) {
            return new Finding(GateOutcome.UNTOLD, uncovered(tested, settings) + seen(tested));
        }
        Interval interval = tested.delta().interval();
        if (interval == null || pairs < Verdicts.LEAST_PAIRS) {
            return new Finding(
                    GateOutcome.TOO_SMALL,
                    Counted.of(pairs, "pair") + "; a verdict needs at least " + Verdicts.LEAST_PAIRS + seen(tested));
        }
        return onInterval(tested, interval, pAdjusted, verdict, settings);
    }

    /** How much the pairs leave out, and why. */
    private static String uncovered(Tested tested, ComparisonSettings settings) {
        long pairs = tested.delta().pairs();
        long missing = tested.expected() - pairs;
        long absent = Math.min(missing, tested.rows().onlyBase());
        List<String> lost = new ArrayList<>();
        if (absent > 0) {
            lost.add(absent + (absent == 1 ? " has" : " have") + " no single partner in the candidate");
        }
        if (missing > absent) {
            lost.add((missing - absent) + (missing - absent == 1 ? " has" : " have") + " a score on one side only");
        }
        return Counted.of(pairs, "pair") + " of " + Counted.of(tested.expected(), "row") + " of the base ("
                + Shown.percent((double) pairs / tested.expected()) + "); at least "
                + Shown.percent(settings.coverage()) + " must be compared: " + String.join(", ", lost);
    }

    /** What the pairs that there are say, so that a fall isn't hidden behind a gate that can't be told. */
    private static String seen(Tested tested) {
        Double mean = tested.delta().mean();
        return mean == null ? "" : "; over what there is the mean difference is " + Shown.figure(mean) + " points";
    }

    private static Finding onInterval(
            Tested tested,
            Interval interval,
            @Nullable Double pAdjusted,
            Verdict verdict,
            ComparisonSettings settings) {
        double worst = tested.better() > 0 ? interval.low() : -interval.high();
        String end = "the worse end of the interval, " + Shown.figure(tested.better() * worst) + " points, ";
        String margin = "the margin of " + Shown.figure(settings.margin());
        if (worst >= -settings.margin()) {
            return new Finding(GateOutcome.PASSED, end + "stays within " + margin);
        }
        String beyond = end + "lies beyond " + margin;
        if (pAdjusted == null || pAdjusted >= settings.alpha()) {
            return new Finding(
                    GateOutcome.PASSED,
                    beyond + ", but adjusted " + Shown.p(pAdjusted == null ? 1 : pAdjusted) + " is no evidence at "
                            + settings.alpha());
        }
        return verdict == Verdict.IMPROVED
                ? new Finding(GateOutcome.PASSED, beyond + ", but the evidence is for an improvement")
                : new Finding(
                        GateOutcome.FAILED,
                        beyond + ", and adjusted " + Shown.p(pAdjusted) + " is below " + settings.alpha());
    }
}
