package io.ctxeval.run;

import io.ctxeval.dataset.InputPreview;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.LocalInputs;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Looks at the beginning of each input of a plan, without any job. */
public final class Inspection {
    private Inspection() {}

    /**
     * The first outcomes of each input.
     *
     * @param limit of outcomes of each input, at least 1
     * @throws PlanRefused if what is asked for doesn't fit the inputs
     * @throws io.ctxeval.dataset.InputRefused if an input can't be read
     */
    public static List<InputPreview> of(EvaluationPlan plan, int limit) throws PlanRefused {
        LocalInputs.requireThere(plan);
        try (RunSpark spark = RunSpark.open(plan.job(), false)) {
            Inputs inputs = Inputs.open(spark.session(), plan);
            List<InputPreview> previews = new ArrayList<>();
            for (InputReport report : inputs.reports()) {
                List<Outcome> outcomes = withLines(inputs, inputs.preview(report.input(), limit));
                previews.add(new InputPreview(report, outcomes, inputs.unused(report, outcomes)));
            }
            return previews;
        }
    }

    private static List<Outcome> withLines(Inputs inputs, List<Outcome> outcomes) {
        List<Rejection> rejections = outcomes.stream()
                .filter(Rejection.class::isInstance)
                .map(Rejection.class::cast)
                .toList();
        Iterator<Rejection> located = inputs.withLines(rejections).iterator();
        return outcomes.stream()
                .map(outcome -> outcome instanceof Rejection ? located.next() : outcome)
                .toList();
    }
}
