package io.ctxeval.compare;

import org.jspecify.annotations.Nullable;

/**
 * The regression gate of metrics.md 7.5, on all rows only: it fails where the worse end of the interval lies beyond the margin and
 * the adjusted p below alpha, unless that p is evidence of an improvement.
 */
final class RegressionGate {
    private static final Finding OFF = new Finding(GateOutcome.OFF, null);

    private RegressionGate() {}

    /** An outcome with its sentence. */
    record Finding(GateOutcome outcome, @Nullable String reason) {}

    static Finding check(Tested tested, @Nullable Double pAdjusted, Verdict verdict, ComparisonSettings settings) {
        if (!settings.gated() || !tested.group().isWhole()) {
            return OFF;
        }
        if (!tested.hasPoints()) {
            return new Finding(GateOutcome.OFF, "the metric has no upper end, so no margin in points");
        }
        long pairs = tested.delta().pairs();
        Interval interval = tested.delta().interval();
        if (interval == null || pairs < Verdicts.LEAST_PAIRS) {
            long lost = Math.min(tested.candidate().failed(), tested.rows().both() - pairs);
            if (tested.base().ok() >= Verdicts.LEAST_PAIRS && pairs + lost >= Verdicts.LEAST_PAIRS) {
                return new Finding(
                        GateOutcome.UNTOLD,
                        pairs + " pairs, since " + lost
                                + " rows of the candidate have no score; a verdict needs at least "
                                + Verdicts.LEAST_PAIRS);
            }
            return new Finding(
                    GateOutcome.TOO_SMALL, pairs + " pairs; a verdict needs at least " + Verdicts.LEAST_PAIRS);
        }
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
