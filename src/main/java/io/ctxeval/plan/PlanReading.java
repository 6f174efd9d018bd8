package io.ctxeval.plan;

import java.util.List;

/**
 * A plan and what its author should know about it.
 *
 * @param warnings settings without effect, one sentence each
 */
public record PlanReading(EvaluationPlan plan, List<String> warnings) {
    public PlanReading {
        warnings = List.copyOf(warnings);
    }
}
