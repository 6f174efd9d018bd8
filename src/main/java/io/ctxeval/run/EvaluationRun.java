package io.ctxeval.run;

import io.ctxeval.dataset.InputReach;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.Threshold;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.Field;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * One run: read, score, summarise, check, publish. The methods of this class, in order, are the stages; each leaves its result
 * to the next.
 */
public final class EvaluationRun {
    private static final int REJECTIONS_TOLD = 5;
    private static final int POINTER_FAILED = 5;

    private final EvaluationPlan plan;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Instant started = Instant.now();
    private final String runId;

    /**
     * A run of a plan.
     *
     * @param out for the summary
     * @param err for progress and warnings
     */
    public EvaluationRun(EvaluationPlan plan, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.out = out;
        this.err = err;
        String given = plan.runId();
        runId = given == null ? RunId.at(started) : given;
    }

    /**
     * Runs all stages.
     *
     * @return the exit code of a published run (product.md 2)
     * @throws PlanRefused if what is asked for doesn't fit the inputs; nothing was written
     * @throws InputRefused if an input can't be used at all; nothing was published
     * @throws IOException if the output or an input failed while running; nothing was published
     */
    public int execute() throws PlanRefused, IOException {
        try (RunSpark spark = RunSpark.open(plan.job())) {
            Storage storage = new Storage(spark.session().sparkContext().hadoopConfiguration());
            RunFolder folder = folder(storage);
            refuseOwnOutput(storage);
            Inputs inputs = Inputs.open(spark.session(), plan);
            if (folder.isPublished()) {
                return RepeatedRun.answer(plan, inputs, folder, storage, out);
            }
            try {
                return newRun(inputs, folder, storage, spark.session());
            } catch (PublishedMeanwhile other) {
                err.println(other.getMessage());
                err.flush();
                return RepeatedRun.answer(plan, inputs, folder, storage, out);
            }
        }
    }

    private int newRun(Inputs inputs, RunFolder folder, Storage storage, SparkSession spark)
            throws PlanRefused, IOException {
        MetricSelection selection = select(inputs);
        ScoringPlan scoring = scoringPlan(selection, folder, spark);
        prepare(folder);
        RunManifest manifest = null;
        try {
            ScoringStage.Result scored = score(inputs, scoring, folder, spark);
            Findings findings = Findings.of(plan, scoring, scored);
            RunManifest gathered = new ManifestFacts(plan, inputs, selection, scored, findings)
                    .manifest(runId, started, scoring.groupColumns(), spark);
            new Publication(plan, folder, storage).publish(gathered, findings, scored, out);
            manifest = gathered;
        } finally {
            if (manifest == null) { // whatever was thrown: Spark throws checked exceptions that nobody declares
                discard(folder);
            }
        }
        tellRejections(manifest);
        return pointed(folder, manifest);
    }

    private RunFolder folder(Storage storage) throws PlanRefused {
        try {
            return RunFolder.of(storage, plan.output(), runId);
        } catch (IOException | IllegalArgumentException e) { // such as a scheme that no file system has
            throw new PlanRefused(List.of("output: " + plan.output() + "; can't be used: " + e.getMessage()));
        }
    }

    /** What a run writes would be the next run's input. */
    private void refuseOwnOutput(Storage storage) throws PlanRefused {
        String folder = plan.output() + (plan.output().endsWith("/") ? "" : "/");
        List<String> problems = new ArrayList<>();
        for (InputSpec input : plan.inputs()) {
            InputReach reach = InputReach.of(input.path(), storage.configuration());
            for (String own : List.of(folder + "runs", folder + RunFolder.POINTER, plan.state())) {
                if (!input.path().isEmpty() && reach.covers(own)) {
                    problems.add("input: " + input.path() + "; takes in what the run itself writes (" + own
                            + "): choose an output outside, or name the input files more closely");
                    break;
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    /** The exit code once the pointer names the run. The run itself stands whatever becomes of the pointer. */
    private int pointed(RunFolder folder, RunManifest manifest) {
        try {
            LatestPointer.point(folder, manifest);
            return manifest.exitCode();
        } catch (IOException e) {
            err.println("the run is published at " + folder.published() + ", but " + RunFolder.POINTER
                    + " can't be replaced: " + e.getMessage() + "; run it again with --run-id " + runId
                    + " to mend that");
            err.flush();
            return POINTER_FAILED;
        }
    }

    private MetricSelection select(Inputs inputs) throws PlanRefused {
        Set<Field> filled = EnumSet.noneOf(Field.class);
        inputs.reports().forEach(report -> filled.addAll(report.filled()));
        if (inputs.reports().stream().allMatch(report -> report.previewed() == 0)) {
            throw new InputRefused("no rows in " + names(inputs) + ": nothing to evaluate", null);
        }
        boolean judged = JudgeChoice.of(plan.judge().kind()) != JudgeChoice.NONE;
        if (!plan.traceDefaults().budgets().isEmpty() && filled.contains(Field.TRACE_EVENTS)) {
            filled.add(Field.BUDGET_LEDGER);
        }
        MetricSelection selection =
                MetricSelection.of(MetricCatalog.standard(plan.scoring()), plan.metrics(), judged, filled);
        refuseClashes(selection);
        refuseVoidGates(selection);
        if (selection.metrics().isEmpty()) {
            throw new InputRefused(
                    "no metric can be computed from " + names(inputs)
                            + ": no row of the first 1,000 has what any of them needs; see ctxeval inspect and ctxeval metrics",
                    null);
        }
        return selection;
    }

    /** A group column stands in scores/ beside the columns that are always there. */
    private void refuseClashes(MetricSelection selection) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>(plan.groupBy());
        columns.addAll(plan.gateGroups());
        for (String column : columns) {
            RowTables.clashOf(selection.metrics(), column)
                    .ifPresent(name -> problems.add("group-by: " + column + "; scores/ has a column " + name
                            + " of its own: map it to another name (fields.my_" + column + "=" + column + ")"));
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    /** A threshold that somebody set is never skipped in silence; one of the defaults goes with its metric. */
    private void refuseVoidGates(MetricSelection selection) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        selection.leftOut().forEach((metric, reason) -> {
            Threshold threshold = plan.thresholds().get(metric);
            if (threshold != null && !Threshold.isDefault(threshold)) {
                problems.add("thresholds." + metric + ": can't be checked: " + reason);
            }
        });
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    private static String names(Inputs inputs) {
        return String.join(
                ", ", inputs.reports().stream().map(report -> report.path()).toList());
    }

    private void prepare(RunFolder folder) throws PlanRefused, PublishedMeanwhile {
        try {
            folder.prepare();
        } catch (PublishedMeanwhile other) {
            throw other;
        } catch (IOException e) {
            throw new PlanRefused(
                    List.of("output: " + plan.output() + "; can't be written to (" + e.getMessage() + ")"));
        }
    }

    private ScoringPlan scoringPlan(MetricSelection selection, RunFolder folder, SparkSession spark) {
        return new ScoringPlan(
                plan,
                selection.metrics().stream().map(Metric::id).toList(),
                folder.written().toString(),
                folder.work().toString(),
                new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
    }

    private ScoringStage.Result score(Inputs inputs, ScoringPlan scoring, RunFolder folder, SparkSession spark)
            throws IOException {
        Progress progress = new Progress(err);
        spark.sparkContext().addSparkListener(progress);
        try {
            spark.sparkContext().setJobDescription("score " + names(inputs));
            return new ScoringStage(spark, scoring, folder).run(inputs.outcomes(Partitioning.of(spark)));
        } finally {
            spark.sparkContext().setJobDescription(null);
            spark.sparkContext().removeSparkListener(progress);
        }
    }

    private void tellRejections(RunManifest manifest) {
        for (RunManifest.Input input : manifest.inputs()) {
            input.firstRejections().stream().limit(REJECTIONS_TOLD).forEach(rejected -> err.println(told(rejected)));
        }
        err.flush();
    }

    private static String told(RunManifest.RejectedRecord rejected) {
        Long line = rejected.line();
        return "  rejected: " + rejected.file() + (line == null ? " at " + rejected.position() : " line " + line)
                + (rejected.field() == null ? "" : ", field " + rejected.field()) + ": " + rejected.reason();
    }

    private void discard(RunFolder folder) {
        try {
            folder.discard();
        } catch (IOException e) {
            err.println("can't remove " + folder.written() + ": " + e.getMessage());
        }
    }
}
