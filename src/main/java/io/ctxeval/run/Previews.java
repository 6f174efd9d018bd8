package io.ctxeval.run;

import io.ctxeval.dataset.InputPreview;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import java.util.ArrayList;
import java.util.List;

/** The beginnings of a plan's inputs, for a look before a run. */
public final class Previews {
    private Previews() {}

    /**
     * Reads the first outcomes of each input.
     *
     * @param limit of outcomes of each input
     * @throws PlanRefused if what is asked for doesn't fit the inputs
     */
    public static List<InputPreview> of(EvaluationPlan plan, int limit) throws PlanRefused {
        try (RunSpark spark = RunSpark.open(plan.job())) {
            Inputs inputs = Inputs.open(spark.session(), plan);
            List<InputPreview> previews = new ArrayList<>();
            for (InputReport report : inputs.reports()) {
                previews.add(new InputPreview(report, withLines(inputs, inputs.preview(report.input(), limit))));
            }
            return previews;
        }
    }

    private static List<Outcome> withLines(Inputs inputs, List<Outcome> outcomes) {
        List<Outcome> told = new ArrayList<>(outcomes.size());
        for (Outcome outcome : outcomes) {
            told.add(
                    outcome instanceof Rejection rejection
                            ? inputs.withLines(List.of(rejection)).get(0)
                            : outcome);
        }
        return told;
    }
}
