package io.ctxeval.run;

import io.ctxeval.dataset.InputReach;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.LocalInputs;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.quota.Secret;
import io.ctxeval.report.RunManifest;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * One run: read, score, summarise, check, publish. The methods of this class, in order, are the stages; each leaves its result
 * to the next.
 */
public final class EvaluationRun {
    private static final int REJECTIONS_TOLD = 5;
    private static final int POINTER_FAILED = 5;

    private final EvaluationPlan plan;
    private final @Nullable EarlierRun earlier;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Instant started;
    private final String runId;

    /**
     * A run of a plan.
     *
     * @param out for the summary
     * @param err for progress and warnings
     */
    public EvaluationRun(EvaluationPlan plan, PrintWriter out, PrintWriter err) {
        this(plan, null, out, err);
    }

    /**
     * A run of a plan on verdicts that are there.
     *
     * @param earlier the run that they were paid in; null: judges are asked
     */
    public EvaluationRun(EvaluationPlan plan, @Nullable EarlierRun earlier, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.earlier = earlier;
        this.out = out;
        this.err = err;
        started = Instant.now();
        String given = plan.runId();
        runId = given == null ? RunId.at(started) : given;
    }

    /** The same run over the inputs that are there. */
    private EvaluationRun(EvaluationRun run, EvaluationPlan plan) {
        this.plan = plan;
        earlier = run.earlier;
        out = run.out;
        err = run.err;
        started = run.started;
        runId = run.runId;
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
        LocalInputs.requireThere(plan);
        try (RunSpark spark = RunSpark.open(plan.job(), plan.judge().served() != null)) {
            Storage storage = new Storage(spark.session().sparkContext().hadoopConfiguration());
            RunFolder folder = folder(storage);
            refuseOwnOutput(storage);
            Inputs inputs = Inputs.open(spark.session(), plan);
            return new EvaluationRun(this, inputs.plan()).execute(inputs, folder, storage, spark.session());
        }
    }

    private int execute(Inputs inputs, RunFolder folder, Storage storage, SparkSession spark)
            throws PlanRefused, IOException {
        if (folder.isPublished()) {
            return RepeatedRun.answer(plan, inputs, folder, storage, out);
        }
        Secret secret = judgeReady(spark, storage, folder);
        if (earlier != null) {
            earlier.requireSameInputs(inputs.reports());
        }
        try {
            return newRun(inputs, folder, storage, secret, spark);
        } catch (PublishedMeanwhile other) {
            err.println(other.getMessage());
            err.flush();
            return RepeatedRun.answer(plan, inputs, folder, storage, out);
        }
    }

    private int newRun(Inputs inputs, RunFolder folder, Storage storage, @Nullable Secret secret, SparkSession spark)
            throws PlanRefused, IOException {
        MetricSelection selection = Preparation.select(plan, inputs);
        JudgedPlan seated = JudgedPlan.of(plan, selection);
        seated.warning().ifPresent(warning -> err.println("warning: " + warning));
        ScoringPlan scoring = Preparation.scoringPlan(seated, selection, folder, spark);
        prepare(folder);
        err.println("run " + runId + " in " + folder.published().getParent());
        err.flush();
        RunManifest manifest = null;
        // By who really judges: a stand-in's nights are held against its own.
        JobHistory history = new JobHistory(seated.run(), storage, folder);
        Findings findings;
        try {
            ScoringStage stage = new ScoringStage(spark, scoring, folder, inputs.grouping());
            List<TaskReport> reports = new ArrayList<>(score(inputs, stage, spark));
            Map<Integer, InputTally> tallies = stage.tallies(reports);
            Judging.Outcome judged = judge(scoring, reports, tallies, folder, secret, spark);
            reports.addAll(judged.reports());
            ScoringStage.Result scored = stage.result(reports, tallies);
            VersionComparison.Result versions = new VersionComparison(spark, scoring).of(scored);
            JobHistory.Past past =
                    history.past(runId, started, earlier, scored.spend().versions());
            findings = Findings.of(seated.run(), scoring, scored, versions, past, judged);
            RunManifest gathered = new ManifestFacts(seated, inputs, selection, scored, findings)
                    .manifest(runId, started, scoring.groupColumns(), spark);
            manifest = new Publication(seated, folder, storage).publish(gathered, findings, scored, out);
        } finally {
            if (manifest == null) { // whatever was thrown: Spark throws checked exceptions that nobody declares
                discard(folder);
            }
        }
        tellRejections(manifest);
        history.add(manifest, findings.summaries()).forEach(err::println);
        err.flush();
        return pointed(folder, manifest);
    }

    private RunFolder folder(Storage storage) throws PlanRefused {
        RunFolder folder;
        try {
            folder = RunFolder.of(storage, plan.output(), runId);
        } catch (IOException | IllegalArgumentException e) { // such as a scheme that no file system has
            throw new PlanRefused(List.of("output: " + plan.output() + "; can't be used: " + e.getMessage()));
        }
        try {
            storage.fileSystem(new Path(plan.state()));
        } catch (IOException | RuntimeException e) { // such as an FTP server that isn't there
            throw new PlanRefused(List.of("state: " + plan.state() + "; can't be used: " + e.getMessage()));
        }
        return folder;
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

    /** What a judge behind an endpoint needs before anything is read: a quota for all executors, and its key. */
    private @Nullable Secret judgeReady(SparkSession spark, Storage storage, RunFolder folder)
            throws PlanRefused, IOException {
        ServedJudge judge = plan.judge().served();
        if (judge == null || judge.recorded()) {
            return null;
        }
        Optional<AttemptNote> other = folder.liveAttempt();
        if (other.isPresent()) {
            throw new PlanRefused(List.of("run-id: " + runId + "; is under way already (host "
                    + other.get().host() + ", process " + other.get().pid()
                    + "), and both would pay for the same questions: wait for it"));
        }
        Judging.requireReady(spark);
        return JudgeKey.find(judge.key(), storage, System.getenv());
    }

    private Judging.Outcome judge(
            ScoringPlan scoring,
            List<TaskReport> reports,
            Map<Integer, InputTally> tallies,
            RunFolder folder,
            @Nullable Secret secret,
            SparkSession spark)
            throws PlanRefused, IOException {
        ServedJudge judge = plan.judge().served();
        if (judge == null) {
            return Judging.Outcome.NOTHING_STAGED;
        }
        Path ledger = Judging.ledgerOf(plan);
        if (earlier != null) {
            ledger = new Path(folder.work(), "ledger");
            earlier.layOut(spark, judge, runId, ledger);
        }
        List<String> refusals = Findings.rejections(plan, tallies);
        Judging judging = new Judging(scoring, judge, ledger, runId, spark, err);
        if (!judge.recorded() && refusals.isEmpty()) {
            judging.requireSharedState();
        }
        Judging.Outcome judged = judging.judge(
                reports,
                secret,
                refusals.isEmpty() ? null : String.join("; ", refusals),
                new Path(folder.written(), RunFolder.PROGRESS));
        judging.compact();
        return earlier == null ? judged : judged.stoppedAs(earlier.stop());
    }

    private List<TaskReport> score(Inputs inputs, ScoringStage stage, SparkSession spark) throws IOException {
        Progress progress = new Progress(err);
        spark.sparkContext().addSparkListener(progress);
        try {
            spark.sparkContext().setJobDescription("score " + Preparation.names(inputs));
            return stage.run(inputs.outcomes(Partitioning.of(spark)));
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
