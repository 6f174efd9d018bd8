package io.ctxeval.calibrate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a threshold (metrics.md 8.3): on the calibration half alone, the one of the largest Youden J = recall − false positive
 * rate (Youden 1950), or of the highest recall whose precision reaches a target; of equals the highest threshold. Where that half
 * doesn't rank a true label above a false one more often than the other way round, none is chosen: every threshold would then be worth
 * no more than letting all rows pass.
 *
 * @param targetPrecision in (0, 1]; null: Youden's J
 */
record ThresholdSearch(@Nullable Double targetPrecision, Halves halves, Resampling resampling) {
    /** No choice is made on fewer labelled rows. */
    static final int LEAST_ROWS = 50;

    /** Nor on fewer of either class. */
    static final int LEAST_OF_A_CLASS = 10;

    /** The area under the curve of a judge that says nothing. */
    private static final double CHANCE = 0.5;

    /** So that 9 of 10 reach 0.9. */
    private static final double ROUNDING = 1e-9;

    /** Chooses and reports; each unit has a value. */
    ThresholdChoice choose(List<Decision> decisions) {
        long yes = decisions.stream().filter(Decision::human).count();
        long no = decisions.size() - yes;
        if (decisions.size() < LEAST_ROWS || Math.min(yes, no) < LEAST_OF_A_CLASS) {
            return new ThresholdChoice.Refused("a threshold needs at least " + LEAST_ROWS
                    + " rows with a label and a score, " + LEAST_OF_A_CLASS + " of either label; there are "
                    + decisions.size() + ": " + yes + " true, " + no + " false");
        }
        List<Decision> calibration = new ArrayList<>();
        List<Decision> heldOut = new ArrayList<>();
        decisions.forEach(decision -> (halves.calibrates(decision.cluster()) ? calibration : heldOut).add(decision));
        if (!hasBoth(calibration) || !hasBoth(heldOut)) {
            return new ThresholdChoice.Refused(
                    "the two halves (by sample, seed " + halves.seed() + ") hold " + calibration.size() + " and "
                            + heldOut.size() + " rows, one of them without a true or a false label");
        }
        Double threshold = best(calibration);
        if (threshold == null) {
            return new ThresholdChoice.Refused(
                    "no threshold reaches a precision of " + targetPrecision + " on the calibration half");
        }
        Double area = new Roc(calibration, new int[calibration.size()]).area(new int[] {1});
        if (area == null || area <= CHANCE) {
            return new ThresholdChoice.Refused(String.format(
                    Locale.ROOT,
                    "the judge is %s than chance at telling true from false: AUROC %.3f on the half that a threshold would be chosen on",
                    area != null && area < CHANCE ? "worse" : "no better",
                    area));
        }
        return new ThresholdChoice.Chosen(
                targetPrecision, threshold, at(threshold, calibration), at(threshold, heldOut));
    }

    private static boolean hasBoth(List<Decision> half) {
        return half.stream().map(Decision::human).distinct().count() == 2;
    }

    private Agreement at(double threshold, List<Decision> half) {
        return Agreement.of(
                half.stream().map(decision -> decision.judgedAt(threshold)).toList(), resampling);
    }

    /** Walks down the values: each step lets more rows pass. The first of equals has the highest threshold. */
    private @Nullable Double best(List<Decision> half) {
        List<Decision> descending = new ArrayList<>(half);
        descending.sort(Comparator.comparingDouble((Decision decision) -> value(decision))
                .reversed());
        long yes = half.stream().filter(Decision::human).count();
        long no = half.size() - yes;
        Double best = null;
        double most = Double.NEGATIVE_INFINITY;
        long passedYes = 0;
        for (int i = 0; i < descending.size(); i++) {
            passedYes += descending.get(i).human() ? 1 : 0;
            double value = value(descending.get(i));
            if (i + 1 < descending.size() && value(descending.get(i + 1)) == value) {
                continue;
            }
            long passedNo = i + 1 - passedYes;
            double merit = targetPrecision == null
                    ? (double) passedYes * no - (double) passedNo * yes
                    : passedYes >= targetPrecision * (i + 1) - ROUNDING ? passedYes : Double.NEGATIVE_INFINITY;
            if (merit > most) {
                most = merit;
                best = value;
            }
        }
        return best;
    }

    private static double value(Decision decision) {
        return Objects.requireNonNull(decision.value());
    }
}
