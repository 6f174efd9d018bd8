package io.ctxeval.summary;

import io.ctxeval.plan.Threshold;

/** What a gate's figure and limit are. */
public enum GateRule {
    /** A mean on the metric's scale, against a limit that the plan sets. */
    MEAN,
    /** A pass rate in [0, 1], against a limit that the plan sets. */
    PASS_RATE,
    /** A mean on the metric's scale, against a limit that earlier runs of the job set. */
    CHANGE;

    static GateRule of(Threshold.Rule rule) {
        return switch (rule) {
            case MEAN -> MEAN;
            case PASS_RATE -> PASS_RATE;
        };
    }
}
