package io.ctxeval.calibrate;

import org.jspecify.annotations.Nullable;

/** From which score on a row is best taken for a yes, chosen on one half of the samples and tried on the other (metrics.md 8.3). */
public sealed interface ThresholdChoice {
    /**
     * A threshold.
     *
     * @param targetPrecision what precision was to be reached with the highest recall; null: Youden's J was to be highest
     * @param threshold a row passes from this score on
     * @param calibration on the half that it was chosen on; flatters
     * @param heldOut on the other half
     */
    record Chosen(@Nullable Double targetPrecision, double threshold, Agreement calibration, Agreement heldOut)
            implements ThresholdChoice {}

    /** None, and why. */
    record Refused(String reason) implements ThresholdChoice {}
}
