package io.ctxeval.run;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.ledger.Compaction;
import io.ctxeval.ledger.Ledger;
import io.ctxeval.ledger.LedgerNotes;
import io.ctxeval.ledger.SharedStateProbe;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.quota.JudgingSession;
import io.ctxeval.quota.OpenSession;
import io.ctxeval.quota.Pricing;
import io.ctxeval.quota.QuotaDriver;
import io.ctxeval.quota.QuotaFigures;
import io.ctxeval.quota.QuotaLimits;
import io.ctxeval.quota.QuotaPlugin;
import io.ctxeval.quota.Secret;
import io.ctxeval.quota.StopCause;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The driver's side of judging a run's staged rows by a judge behind an endpoint: readiness, quota, rounds, outcome. */
final class Judging {
    private static final int MOST_PARTITIONS = 256;

    /** Ends of calls without a word from the endpoint. */
    private static final Set<CallClass> UNHEARD =
            EnumSet.of(CallClass.CONNECTION_REFUSED, CallClass.CONNECTION_RESET, CallClass.TIMED_OUT);

    private static final Score NOT_RECORDED = new Score.Unscored(
            Status.JUDGE_UNAVAILABLE,
            "no recorded verdict for this question, and judge.kind recorded asks nobody. Next: run with a judge that is called");

    private final ScoringPlan scoring;
    private final ServedJudge judge;
    private final String runId;
    private final SparkSession spark;
    private final PrintWriter err;
    private final Path ledger;

    /**
     * @param ledger that is read and, by a judge that is called, written
     */
    Judging(ScoringPlan scoring, ServedJudge judge, Path ledger, String runId, SparkSession spark, PrintWriter err) {
        this.scoring = scoring;
        this.judge = judge;
        this.ledger = ledger;
        this.runId = runId;
        this.spark = spark;
        this.err = err;
    }

    /**
     * What judging came to.
     *
     * @param reports of the tasks that wrote the judged rows
     * @param rounds forecast of each round
     * @param stop why it ended before all was asked; null: it didn't
     * @param figures at the end; null where nobody was called
     */
    record Outcome(
            List<TaskReport> reports,
            List<Forecast> rounds,
            @Nullable String stop,
            @Nullable QuotaFigures figures) {
        static final Outcome NOTHING_STAGED = new Outcome(List.of(), List.of(), null, null);

        Outcome {
            reports = List.copyOf(reports);
            rounds = List.copyOf(rounds);
        }

        /** What a reader should know of the ledger. */
        List<String> notes() {
            LedgerNotes met = rounds.stream().map(Forecast::ledger).reduce(LedgerNotes.NONE, LedgerNotes::plus);
            if (met.damaged() == 0) {
                return List.of();
            }
            String more = met.examples().size() == LedgerNotes.MOST_EXAMPLES ? " and perhaps more" : "";
            return List.of("the ledger is damaged, and what can't be read of it counts as never asked: "
                    + String.join("; ", met.examples()) + more
                    + ". Restore these files, or remove them to be told no more");
        }

        /** The same with the end of the run that its verdicts come from. */
        Outcome stoppedAs(@Nullable String cause) {
            return new Outcome(reports, rounds, stop == null ? cause : stop, figures);
        }
    }

    /**
     * Whether calls can be made from this context at all.
     *
     * @throws PlanRefused with every obstacle
     */
    static void requireReady(SparkSession spark) throws PlanRefused {
        List<String> problems = obstacles(spark.sparkContext().getConf(), QuotaPlugin.isLoaded(spark.sparkContext()));
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    /** What a context's configuration has against calls, with what to do. */
    static List<String> obstacles(SparkConf conf, boolean quotaLoaded) {
        List<String> problems = new ArrayList<>();
        if (conf.getBoolean("spark.speculation", false)) {
            problems.add(
                    "spark.speculation: true; a judge that costs money isn't asked twice to be faster: set it to false");
        }
        if (!quotaLoaded) {
            problems.add("spark.plugins: must name " + QuotaPlugin.class.getName()
                    + " before the session starts, so that all executors share one quota (scripts/ctxeval does so; with spark-submit"
                    + " --conf spark.plugins=" + QuotaPlugin.class.getName() + ")");
        }
        return problems;
    }

    /**
     * Whether the ledger can be written to, and all executors see the same one.
     *
     * @throws PlanRefused if it can't, or some would write one of their own
     */
    void requireSharedState() throws PlanRefused, IOException {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        SharedStateProbe probe = place();
        try {
            if (context.isLocal()) {
                return;
            }
            int tasks = Math.max(1, context.defaultParallelism());
            ScoringPlan travelling = scoring;
            context.setJobDescription("look for the state folder on every executor");
            Set<String> problems = new TreeSet<>(context.parallelize(Collections.nCopies(tasks, 0), tasks)
                    .mapPartitions(part -> probe.problemOn(hostName(), travelling.storage()).stream()
                            .iterator())
                    .collect());
            if (!problems.isEmpty()) {
                throw new PlanRefused(List.copyOf(problems));
            }
        } finally {
            context.setJobDescription(null);
            probe.remove(scoring.storage());
        }
    }

    /** What can't be written is found here, not by the first answer that was paid for. */
    private SharedStateProbe place() throws PlanRefused {
        try {
            return SharedStateProbe.place(scoring.storage(), ledger.toString());
        } catch (IOException e) {
            throw new PlanRefused(List.of("state: the ledger " + ledger + " can't be written to: " + e.getMessage()
                    + "; an LLM judge needs one to pay once: see that the folder has space and can be written to, or choose"
                    + " another with --set state=FOLDER"));
        }
    }

    private static String hostName() {
        return SparkEnv.get().blockManager().blockManagerId().host();
    }

    /**
     * Judges the rows that the scoring pass staged.
     *
     * @param refusal why nothing may be paid for; null: it may
     */
    Outcome judge(List<TaskReport> scored, @Nullable Secret secret, @Nullable String refusal, Path progressFile)
            throws IOException {
        JudgingPlan plan = plan(scored);
        if (plan.staged().isEmpty()) {
            return Outcome.NOTHING_STAGED;
        }
        if (refusal != null) {
            return settled(plan, new JudgeStage.Judged(List.of(), List.of()), notAsked(refusal), refusal, null);
        }
        if (judge.recorded()) {
            try (JudgeProgress watch = progress(null, progressFile)) {
                JudgeStage.Judged judged = new JudgeStage(spark, plan, watch).run();
                return settled(plan, judged, NOT_RECORDED, null, null);
            }
        }
        QuotaDriver driver = QuotaPlugin.onDriver().orElseThrow();
        try (OpenSession session = driver.open(session(secret, spentBefore()));
                JudgeProgress watch = progress(session, progressFile)) {
            JudgeStage.Judged judged = new JudgeStage(spark, plan, watch).run();
            QuotaFigures figures = session.figures();
            StopCause stop = figures.stopCause();
            return settled(plan, judged, unanswered(stop, figures), stop == null ? null : stop.message(), figures);
        }
    }

    private Outcome settled(
            JudgingPlan plan,
            JudgeStage.Judged judged,
            Score unanswered,
            @Nullable String stop,
            @Nullable QuotaFigures figures) {
        List<TaskReport> reports = new JudgeStage(spark, plan, JudgeStage.Watch.NOBODY).settle(judged, unanswered);
        return new Outcome(reports, judged.rounds(), stop, figures);
    }

    /** The ledger that a plan's runs share. */
    static Path ledgerOf(EvaluationPlan plan) {
        return new Path(plan.state(), Ledger.FOLDER);
    }

    /** What a first round would ask; calls nobody. */
    Forecast forecast(List<TaskReport> scored) throws IOException {
        JudgingPlan plan = plan(scored);
        return plan.staged().isEmpty()
                ? Forecast.NONE
                : new JudgeStage(spark, plan, JudgeStage.Watch.NOBODY).forecast();
    }

    private JudgeProgress progress(@Nullable OpenSession session, Path file) {
        return new JudgeProgress(judge, session, err, scoring.storage(), file);
    }

    private JudgingPlan plan(List<TaskReport> scored) {
        SampleRule.Strata strata = scoring.strata();
        List<String> staged = new ArrayList<>();
        for (TaskReport report : scored) {
            strata.merge(report.strata());
            report.staged().forEach(file -> staged.add(file.file()));
        }
        Duration age = judge.cacheMaxAge();
        int partitions =
                Math.max(1, Math.min(MOST_PARTITIONS, spark.sparkContext().defaultParallelism()));
        return new JudgingPlan(
                scoring,
                judge,
                runId,
                staged,
                strata.rule(),
                partitions,
                ledger.toString(),
                age == null ? null : Instant.now().minus(age));
    }

    /** A run that was killed and is resumed keeps its caps: what it paid for before stands in the ledger. */
    private JudgingSession.Spent spentBefore() throws IOException {
        List<JudgingSession.Spent> paid = new ArrayList<>();
        new Ledger(scoring.storage(), ledger)
                .paidBy(
                        runId,
                        entry -> paid.add(
                                new JudgingSession.Spent(entry.attempts(), entry.inputTokens(), entry.outputTokens())));
        return paid.stream().reduce(JudgingSession.Spent.NOTHING, JudgingSession.Spent::plus);
    }

    private JudgingSession session(@Nullable Secret secret, JudgingSession.Spent before) {
        ServedJudge.Caps caps = judge.caps();
        ServedJudge.Price price = judge.price();
        return new JudgingSession(
                runId,
                new QuotaLimits(
                        judge.quota().requestsPerMinute(),
                        judge.quota().tokensPerMinute(),
                        judge.quota().inFlight(),
                        caps.calls(),
                        caps.tokens(),
                        caps.cost(),
                        caps.deadline(),
                        judge.calls().longestRetryAfter()),
                price == null ? null : new Pricing(price.input(), price.output()),
                before,
                secret);
    }

    /** Why a question has no answer (metrics.md 5.7). */
    private static Score unanswered(@Nullable StopCause stop, QuotaFigures figures) {
        if (!heard(figures) && figures.failed() > 0) {
            return new Score.Unscored(
                    Status.JUDGE_UNAVAILABLE,
                    "no judge answered in this run. Next: see that judge.url is right and the endpoint up, then run again");
        }
        return stop == null
                ? new Score.Unscored(
                        Status.JUDGE_UNAVAILABLE,
                        "no answer was recorded. Next: run again: only open questions are asked")
                : notAsked(
                        stop instanceof StopCause.Reached
                                ? stop.message() + ". Next: run again: only open questions are asked"
                                : stop.message());
    }

    private static Score notAsked(String cause) {
        return new Score.Unscored(Status.BUDGET_EXCEEDED, "not asked: " + cause);
    }

    /** Whether the endpoint said anything, be it a refusal. */
    private static boolean heard(QuotaFigures figures) {
        return figures.answered() > 0
                || figures.failures().keySet().stream().anyMatch(failure -> !UNHEARD.contains(failure));
    }

    /** Brings this run's part of the ledger into its lasting form. The run stands whatever becomes of that. */
    void compact() {
        if (judge.recorded()) {
            return;
        }
        try {
            Compaction compaction = new Compaction(scoring.storage(), ledger);
            compaction.compact(runId);
            compaction.deleteOriginals(Instant.now());
        } catch (IOException e) {
            err.println("the ledger's segments of this run aren't compacted (" + e.getMessage()
                    + "); nothing is lost, the next run reads them as they are");
        }
    }
}
