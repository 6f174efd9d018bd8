package io.ctxeval.command;

import io.ctxeval.calibrate.Calibration;
import io.ctxeval.compare.Comparison;
import io.ctxeval.dataset.InputPreview;
import io.ctxeval.plan.CalibrationRequest;
import io.ctxeval.plan.ComparisonRequest;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import java.io.PrintWriter;
import java.util.List;

/** What the commands delegate to. */
public interface Program {
    /** All metrics, with such options: the depth of retrieval measures is a part of their names. */
    MetricCatalog metrics(ScoringOptions options);

    /** All metrics with default options. */
    default MetricCatalog metrics() {
        return metrics(ScoringOptions.DEFAULTS);
    }

    /**
     * Evaluates and publishes.
     *
     * @param out for the summary
     * @param err for progress and warnings
     * @return the exit code, see {@link ExitCode}
     * @throws Exception {@link io.ctxeval.plan.PlanRefused}, {@link io.ctxeval.dataset.InputRefused}, or any failure of the run
     */
    int evaluate(EvaluationPlan plan, PrintWriter out, PrintWriter err) throws Exception;

    /**
     * Scores the verdicts of a published run again, and publishes.
     *
     * @param then the plan of that run
     * @param folder of that run
     * @param manifest of that run
     * @return the exit code
     * @throws Exception as {@link #evaluate}
     */
    int rescore(
            EvaluationPlan plan,
            EvaluationPlan then,
            String folder,
            RunManifest manifest,
            PrintWriter out,
            PrintWriter err)
            throws Exception;

    /**
     * Compares versions that were scored before; writes nothing.
     *
     * @param err for notes
     * @return one comparison for each candidate
     * @throws Exception {@link io.ctxeval.plan.PlanRefused}, {@link io.ctxeval.dataset.InputRefused}, or any failure
     */
    List<Comparison> compare(ComparisonRequest request, PrintWriter err) throws Exception;

    /**
     * Puts the verdicts of a published run beside human labels; writes nothing.
     *
     * @param err for notes
     * @throws Exception {@link io.ctxeval.plan.PlanRefused}, {@link io.ctxeval.dataset.InputRefused}, or any failure
     */
    Calibration calibrate(CalibrationRequest request, PrintWriter err) throws Exception;

    /**
     * Prints what a run would read and ask, without asking.
     *
     * @throws Exception {@link io.ctxeval.plan.PlanRefused}, {@link io.ctxeval.dataset.InputRefused}, or any failure
     */
    void forecast(EvaluationPlan plan, PrintWriter out, PrintWriter err) throws Exception;

    /**
     * The beginning of each input.
     *
     * @param limit of outcomes of each input
     * @throws PlanRefused if what is asked for doesn't fit the inputs
     */
    List<InputPreview> previews(EvaluationPlan plan, int limit) throws PlanRefused;
}
