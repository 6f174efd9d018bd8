package io.ctxeval.run;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.served.Batches;
import io.ctxeval.judge.served.JudgeRequest;
import io.ctxeval.judge.served.JudgementJson;
import io.ctxeval.judge.served.Requests;
import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.sample.RagSample;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.JudgedMetric.Answered;
import io.ctxeval.score.JudgedMetric.Step;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a judged metric stands on a sample, given what the ledger holds: scored, or waiting for answers. Everything is replayed
 * from the first question on, so that a round needs to remember nothing but the ledger (judge-at-scale.md 2). Pure.
 */
final class Inquiry {
    /** The entry of a key; null: not asked yet. */
    @FunctionalInterface
    interface Answers {
        @Nullable LedgerEntry of(String key);
    }

    /** Where a metric stands. */
    sealed interface Standing {
        /** Entries that were read for it, in the order of asking. */
        List<Consulted> consulted();

        /** Scored, or failed for good. */
        record Settled(Score score, List<Consulted> consulted) implements Standing {}

        /** Waiting for at least one answer. */
        record Open(List<JudgeRequest> requests, List<Consulted> consulted) implements Standing {}
    }

    /** An entry that was read for a question. */
    record Consulted(Question question, LedgerEntry entry, Verdict verdict) {}

    /** What is known of one question. */
    private sealed interface Known {
        record Answer(Verdict verdict, boolean askedAgain) implements Known {}

        record Missing(List<JudgeRequest> requests) implements Known {}
    }

    private final ServedJudge judge;

    Inquiry(ServedJudge judge) {
        this.judge = judge;
    }

    Standing stand(JudgedMetric metric, RagSample sample, Answers answers) {
        List<Consulted> consulted = new ArrayList<>(4);
        List<Answered> soFar = new ArrayList<>(4);
        while (true) {
            Step step = metric.next(sample, soFar);
            if (step instanceof Step.Settled settled) {
                return new Standing.Settled(settled.score(), consulted);
            }
            if (step
                    instanceof
                    Step.ReAsk again) { // the judge was asked again when it answered, or stands by its answer
                soFar.add(new Answered(again.question(), again.earlier()));
                continue;
            }
            List<JudgeRequest> missing = new ArrayList<>(2);
            for (Question question : ((Step.Ask) step).questions()) {
                Known known = knownOf(question, answers, consulted);
                if (known instanceof Known.Answer answer) {
                    Answered answered = new Answered(question, answer.verdict());
                    soFar.add(answered);
                    if (answer.askedAgain()) {
                        soFar.add(answered);
                    }
                } else {
                    missing.addAll(((Known.Missing) known).requests());
                }
            }
            if (!missing.isEmpty()) {
                return new Standing.Open(missing, consulted);
            }
        }
    }

    private Known knownOf(Question question, Answers answers, List<Consulted> consulted) {
        Batches.Plan plan = Batches.plan(question, judge.model(), judge.maxCallsPerSample());
        if (plan instanceof Batches.Plan.TooLong tooLong) {
            return tooLong(tooLong.reason());
        }
        if (plan instanceof Batches.Plan.Split split) {
            return judge.splitLong()
                    ? ofParts(question, split.requests(), answers, consulted)
                    : tooLong("the context doesn't fit the window of "
                            + judge.model().contextWindow() + " tokens in one call; judge.on-too-long is fail");
        }
        JudgeRequest request = ((Batches.Plan.Whole) plan).request();
        LedgerEntry entry = answers.of(request.key());
        if (entry == null) {
            return new Known.Missing(List.of(request));
        }
        if (judge.splitLong() && entry.outcome().equals(Status.CONTEXT_TOO_LONG.code())) {
            consulted.add(new Consulted(question, entry, verdictOf(question, entry)));
            return Batches.splitOnceMore(question, judge.model(), judge.maxCallsPerSample())
                            instanceof Batches.Plan.Split split
                    ? ofParts(question, split.requests(), answers, consulted)
                    : new Known.Answer(verdictOf(question, entry), false);
        }
        return answered(question, entry, consulted);
    }

    private static Known tooLong(String reason) {
        return new Known.Answer(new Verdict.Failed(Status.CONTEXT_TOO_LONG, reason), false);
    }

    private static Known.Answer answered(Question question, LedgerEntry entry, List<Consulted> consulted) {
        Verdict verdict = verdictOf(question, entry);
        consulted.add(new Consulted(question, entry, verdict));
        return new Known.Answer(verdict, entry.askedAgain());
    }

    /** A question that was split: all parts, merged; the first failure of a part is the whole's. */
    private Known ofParts(Question whole, List<JudgeRequest> requests, Answers answers, List<Consulted> consulted) {
        List<Question> parts = new ArrayList<>(requests.size());
        List<Verdict> verdicts = new ArrayList<>(requests.size());
        List<JudgeRequest> missing = new ArrayList<>();
        boolean askedAgain = false;
        for (JudgeRequest request : requests) {
            parts.add(request.question());
            LedgerEntry entry = answers.of(request.key());
            if (entry == null) {
                missing.add(request);
            } else {
                Known.Answer answer = answered(request.question(), entry, consulted);
                verdicts.add(answer.verdict());
                askedAgain |= answer.askedAgain();
            }
        }
        if (!missing.isEmpty()) {
            return new Known.Missing(missing);
        }
        for (Verdict verdict : verdicts) {
            if (verdict instanceof Verdict.Failed) {
                return new Known.Answer(verdict, false);
            }
        }
        Optional<Question> followUp =
                Batches.followUp(whole, parts, verdicts, judge.model(), judge.maxCallsPerSample());
        if (followUp.isEmpty()) {
            return new Known.Answer(Batches.merge(whole, parts, verdicts), askedAgain);
        }
        JudgeRequest request = Requests.of(followUp.get(), judge.model());
        LedgerEntry entry = answers.of(request.key());
        if (entry == null) {
            return new Known.Missing(List.of(request));
        }
        Known.Answer last = answered(followUp.get(), entry, consulted);
        if (last.verdict() instanceof Verdict.Failed) {
            return last;
        }
        List<Question> all = new ArrayList<>(parts);
        all.add(followUp.get());
        verdicts.add(last.verdict());
        return new Known.Answer(Batches.merge(whole, all, verdicts), askedAgain || last.askedAgain());
    }

    /** An entry as a verdict; what the ledger can't give back is a failure that says so. */
    static Verdict verdictOf(Question question, LedgerEntry entry) {
        String judgement = entry.judgement();
        if (!entry.answered() || judgement == null) {
            return new Verdict.Failed(statusOf(entry.outcome()), entry.reason());
        }
        try {
            return JudgementJson.read(question, judgement);
        } catch (IllegalArgumentException unreadable) {
            return new Verdict.Failed(
                    Status.JUDGE_UNPARSEABLE,
                    "the ledger's judgement can't be read (" + unreadable.getMessage()
                            + "); judge.cache off asks anew");
        }
    }

    private static Status statusOf(String outcome) {
        try {
            return Status.valueOf(outcome.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            return Status.JUDGE_UNAVAILABLE;
        }
    }
}
