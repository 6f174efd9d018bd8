package io.ctxeval.run;

import io.ctxeval.judge.VerdictRules;
import io.ctxeval.judge.served.CallResult;
import io.ctxeval.judge.served.CallWindow;
import io.ctxeval.judge.served.JudgeClient;
import io.ctxeval.judge.served.JudgeRequest;
import io.ctxeval.judge.served.JudgeStep;
import io.ctxeval.judge.served.QuestionDocument;
import io.ctxeval.judge.served.Requests;
import io.ctxeval.ledger.KeyRange;
import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.ledger.LedgerWriter;
import io.ctxeval.ledger.TaskAttempt;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.quota.QuotaExecutor;
import io.ctxeval.quota.QuotaPlugin;
import io.ctxeval.quota.Secret;
import io.ctxeval.report.TextPolicy;
import io.ctxeval.score.Status;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;

/**
 * Asks the questions of one partition that the ledger doesn't answer. An attempt first reads what earlier ones of this run paid
 * for, so that it pays again for nothing but calls that were in flight and the group that was open (judge-at-scale.md 3).
 */
final class AskTask {
    /** How long calls in flight may go on once the run's deadline is over. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final JudgingPlan plan;
    private final ServedJudge judge;
    private final TextPolicy rawReplies;
    /** The outcome of an answer: whether later runs may use it. */
    private final String answered;

    private AskTask(JudgingPlan plan) {
        this.plan = plan;
        judge = plan.judge();
        rawReplies = new TextPolicy(plan.scoring().plan().privacyTexts(), LedgerEntry.MAX_RAW_REPLY);
        answered = judge.cache() == ServedJudge.Cache.WRITE ? LedgerEntry.ANSWERED : LedgerEntry.ANSWERED_APART;
    }

    /**
     * A file of questions, each once, that are to be asked.
     *
     * @param partition whose range of the ledger holds their answers
     */
    record OpenFile(int partition, String file) implements Serializable {}

    /** Asks and writes the ledger. */
    static void ask(JudgingPlan plan, int round, OpenFile questions) throws IOException {
        Set<String> open = RoundTask.toAsk(plan, round, questions.partition());
        open.removeAll(plan.settled(open).entries().keySet());
        try (ObjectFile.Reader<Wanted> file =
                new ObjectFile.Reader<>(plan.storage(), new Path(plan.openFolder(), questions.file()))) {
            new AskTask(plan).ask(questions.partition(), open, file);
        }
    }

    private void ask(int partition, Set<String> open, Iterator<Wanted> questions) throws IOException {
        TaskContext context = TaskContext.get();
        TaskAttempt attempt = new TaskAttempt(plan.runId(), context.stageAttemptNumber(), context.taskAttemptId());
        VerdictRules rules = new VerdictRules(plan.scoring().plan().scoring().dropInvalidReferences());
        CallWindow window = new CallWindow(client(), rules, judge.quota().inFlight(), GRACE);
        try (LedgerWriter ledger =
                LedgerWriter.open(plan.storage(), plan.ledger(), attempt, KeyRange.of(partition, plan.partitions()))) {
            window.run(
                    requests(open, questions),
                    result -> {
                        ledger.append(entry(result));
                        ledger.commitIfDue(Instant.now());
                    },
                    context::isInterrupted,
                    () -> ledger.commitIfDue(Instant.now()));
        }
        context.killTaskIfInterrupted();
    }

    private JudgeClient client() {
        QuotaExecutor quota = QuotaPlugin.onExecutor()
                .orElseThrow(
                        () -> new IllegalStateException("this executor runs without " + QuotaPlugin.class.getName()));
        return JudgeClient.of(
                judge.endpoint(),
                judge.model(),
                judge.calls(),
                quota.permits(plan.runId()),
                () -> quota.secret(plan.runId()).map(Secret::reveal).orElse(null));
    }

    private Iterator<JudgeRequest> requests(Set<String> open, Iterator<Wanted> questions) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(questions, Spliterator.ORDERED), false)
                .filter(wanted -> open.contains(wanted.key()))
                .map(this::request)
                .iterator();
    }

    private JudgeRequest request(Wanted wanted) {
        JudgeRequest request =
                Requests.of(QuestionDocument.read(JudgeStep.named(wanted.step()), wanted.document()), judge.model());
        if (!request.key().equals(wanted.key())) {
            throw new IllegalStateException("question " + wanted.key() + " changed on its way to " + request.key());
        }
        return request;
    }

    private LedgerEntry entry(CallResult result) {
        JudgeRequest request = result.request();
        String raw = result.rawReply();
        return new LedgerEntry(
                request.key(),
                Requests.PROTOCOL,
                judge.model().family(),
                judge.model().model(),
                result.modelVersion(),
                request.step(),
                plan.runId(),
                result.status() == Status.OK ? answered : result.status().code(),
                result.judgement(),
                result.askedAgain(),
                result.callClass().name().toLowerCase(Locale.ROOT),
                result.httpStatus(),
                result.reason(),
                raw == null ? null : rawReplies.shown(raw),
                result.rung(),
                result.attempts(),
                result.inputTokens(),
                result.outputTokens(),
                result.latencyMillis(),
                Instant.now());
    }
}
