package io.ctxeval.run;

import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.LocalInputs;
import io.ctxeval.judge.EmbeddedJudge;
import io.ctxeval.judge.LexicalJudge;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MissingFields;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The forecast of a run: reads and scores all there is, compares its questions with the ledger, calls nobody, keeps nothing. */
public final class Forecasting {
    private final EvaluationPlan plan;
    private final PrintWriter out;
    private final PrintWriter err;

    /**
     * A forecast of a plan.
     *
     * @param out for the forecast
     * @param err for progress and warnings
     */
    public Forecasting(EvaluationPlan plan, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.out = out;
        this.err = err;
    }

    /**
     * Prints the forecast.
     *
     * @throws PlanRefused if what is asked for doesn't fit the inputs
     * @throws io.ctxeval.dataset.InputRefused if an input can't be used at all
     * @throws IOException if the output's file system or an input failed
     */
    public void print() throws PlanRefused, IOException {
        LocalInputs.requireThere(plan);
        try (RunSpark spark = RunSpark.open(plan.job(), false)) {
            Storage storage = new Storage(spark.session().sparkContext().hadoopConfiguration());
            String id = RunId.at(Instant.now());
            RunFolder folder = RunFolder.of(storage, plan.output(), id);
            Inputs inputs = Inputs.open(spark.session(), plan);
            MetricSelection selection = Preparation.select(inputs.plan(), inputs);
            ScoringPlan scoring =
                    Preparation.scoringPlan(quickly(inputs.plan(), selection), selection, folder, spark.session());
            folder.prepare();
            try {
                ScoringStage stage = new ScoringStage(spark.session(), scoring, folder, inputs.grouping());
                List<TaskReport> reports = stage.run(inputs.outcomes(Partitioning.of(spark.session())));
                tellInputs(inputs, stage.tallies(reports));
                tellMetrics(selection, Preparation.missing(inputs.plan(), inputs));
                ServedJudge judge = plan.judge().served();
                if (judge == null) {
                    out.println("judge: " + plan.judge().kind() + ", no calls");
                } else {
                    tellJudge(
                            judge,
                            reports,
                            new Judging(scoring, judge, Judging.ledgerOf(plan), id, spark.session(), err)
                                    .forecast(reports));
                }
            } finally {
                folder.discard();
            }
            out.flush();
        }
    }

    /** The embedded judge is loaded, to see that it can be; nothing of what a judge says is kept, so a faster one answers. */
    private JudgedPlan quickly(EvaluationPlan found, MetricSelection selection) throws PlanRefused {
        JudgedPlan judged = JudgedPlan.of(found, selection);
        judged.warning().ifPresent(warning -> err.println("warning: " + warning));
        return found.judge().kind().equals(EmbeddedJudge.NAME)
                ? new JudgedPlan(found, found.judgedBy(LexicalJudge.NAME), null)
                : judged;
    }

    private void tellInputs(Inputs inputs, Map<Integer, InputTally> tallies) {
        for (InputReport report : inputs.reports()) {
            InputTally tally = tallies.getOrDefault(report.input(), new InputTally());
            out.println(String.format(
                    Locale.ROOT,
                    "%s: %,d records in %s (preset %s): %,d used, %,d filtered, %,d rejected%s",
                    report.path(),
                    tally.records(),
                    report.filesText(),
                    report.preset(),
                    tally.used(),
                    tally.filtered(),
                    tally.rejected(),
                    reasons(tally)));
            report.fieldLines().forEach(field -> out.println("  " + field));
            report.warnings().forEach(warning -> err.println("warning: " + report.path() + ": " + warning));
            tally.remarks().forEach(remark -> err.println("warning: " + report.path() + ": " + remark.sentence()));
        }
        Findings.rejections(inputs.plan(), tallies).forEach(refusal -> out.println("would be refused: " + refusal));
    }

    private static String reasons(InputTally tally) {
        return tally.rejected() == 0
                ? ""
                : tally.rejectedByReason().entrySet().stream()
                        .map(reason -> reason.getKey() + ": " + reason.getValue())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private void tellMetrics(MetricSelection selection, MissingFields missing) {
        out.println("metrics: " + selection.metrics().stream().map(Metric::id).collect(Collectors.joining(", ")));
        missing.sentences().forEach(sentence -> out.println("  " + sentence));
        selection.leftOut().forEach((metric, reason) -> {
            if (!missing.ids().contains(metric)) {
                out.println("  left out: " + metric + ": " + reason);
            }
        });
    }

    private void tellJudge(ServedJudge judge, List<TaskReport> reports, Forecast forecast) {
        long waiting = reports.stream()
                .flatMap(report -> report.staged().stream())
                .mapToLong(TaskReport.Staged::rows)
                .sum();
        out.println(String.format(
                Locale.ROOT,
                "judge: %s, model %s at %s; %,d rows wait for it",
                plan.judge().kind(),
                judge.model().model(),
                judge.endpoint().base(),
                waiting));
        out.println(ForecastText.line(1, forecast, judge));
        if (judge.price() == null && forecast.toAsk() > 0) {
            out.println("cost unknown: judge.price.input and judge.price.output aren't set");
        }
    }
}
