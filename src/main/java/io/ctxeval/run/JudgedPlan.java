package io.ctxeval.run;

import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.embedding.ModelUnavailable;
import io.ctxeval.judge.EmbeddedJudge;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.JudgedMetric;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who judges a run, decided once, on the driver and before any job: the judge that the plan names, or its fallback.
 *
 * @param asked the plan as it was given
 * @param run the plan as it is run: the same, but for a judge that stands in
 * @param missing why the judge asked for isn't there; null: it is
 */
record JudgedPlan(
        EvaluationPlan asked, EvaluationPlan run, @Nullable String missing) {
    /**
     * Loads the judge that a plan names, if it has to be loaded and a metric needs it.
     *
     * @throws PlanRefused if it can't be loaded and the plan names no fallback
     */
    static JudgedPlan of(EvaluationPlan asked, MetricSelection selection) throws PlanRefused {
        boolean loads = asked.judge().kind().equals(EmbeddedJudge.NAME)
                && selection.metrics().stream().anyMatch(JudgedMetric.class::isInstance);
        if (!loads) {
            return new JudgedPlan(asked, asked, null);
        }
        try {
            EmbeddingModel.shared();
            return new JudgedPlan(asked, asked, null);
        } catch (ModelUnavailable unavailable) {
            String fallback = asked.judge().fallback();
            String reason = String.valueOf(unavailable.getMessage());
            if (fallback == null) {
                throw new PlanRefused(List.of("judge.kind: embedded; " + reason
                        + ". It needs ONNX Runtime's library for this system (Linux with glibc, or macOS on ARM), and a folder"
                        + " for temporary files with 48 MB left from which libraries may be loaded (java.io.tmpdir, not mounted"
                        + " noexec; -Djava.io.tmpdir names another one)."
                        + " judge.kind=lexical judges by words alone; judge.fallback=lexical does so wherever the"
                        + " embedded judge can't be loaded"));
            }
            return new JudgedPlan(asked, asked.judgedBy(fallback), reason);
        }
    }

    /** For people: who stands in for whom, and why. */
    Optional<String> warning() {
        return missing == null
                ? Optional.empty()
                : Optional.of("the " + run.judge().kind() + " judge stands in for the "
                        + asked.judge().kind() + " one (judge.fallback): " + missing);
    }

    /** Whether the judge is another one than asked for. */
    boolean standsIn() {
        return missing != null;
    }
}
