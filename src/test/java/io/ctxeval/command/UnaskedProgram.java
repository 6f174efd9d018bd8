package io.ctxeval.command;

import io.ctxeval.calibrate.Calibration;
import io.ctxeval.compare.Comparison;
import io.ctxeval.dataset.InputPreview;
import io.ctxeval.plan.CalibrationRequest;
import io.ctxeval.plan.ComparisonRequest;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import java.io.PrintWriter;
import java.util.List;

/** A program of which nothing may be asked but what a test overrides. */
class UnaskedProgram implements Program {
    @Override
    public MetricCatalog metrics(ScoringOptions options) {
        throw new AssertionError("not asked for");
    }

    @Override
    public int evaluate(EvaluationPlan plan, PrintWriter out, PrintWriter err) throws Exception {
        throw new AssertionError("not asked for");
    }

    @Override
    public int rescore(
            EvaluationPlan plan,
            EvaluationPlan then,
            String folder,
            RunManifest manifest,
            PrintWriter out,
            PrintWriter err) {
        throw new AssertionError("not asked for");
    }

    @Override
    public List<Comparison> compare(ComparisonRequest request, PrintWriter err) {
        throw new AssertionError("not asked for");
    }

    @Override
    public Calibration calibrate(CalibrationRequest request, PrintWriter err) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void forecast(EvaluationPlan plan, PrintWriter out, PrintWriter err) {
        throw new AssertionError("not asked for");
    }

    @Override
    public List<InputPreview> previews(EvaluationPlan plan, int limit) {
        throw new AssertionError("not asked for");
    }
}
