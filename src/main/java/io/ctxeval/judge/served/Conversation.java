package io.ctxeval.judge.served;

import io.ctxeval.judge.VerdictRules;
import io.ctxeval.judge.Violation;
import io.ctxeval.judge.Violation.Kind;
import io.ctxeval.score.Status;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One question from its first request to its end: what is said next, and what became of it. Knows no network and no threads; time
 * is a parameter. Its methods may be called from any thread.
 *
 * <p>Three things go on at once, without back-off: a request that the endpoint refused for its form (metrics.md 5.3, ladder), a
 * reply cut at its limit (once, with twice the limit), and a reply that is no judgement or breaks a rule (one re-ask in all). What
 * is left is an {@link Ending}; the retry of {@link JudgeClient} decides whether it stands.
 */
final class Conversation {
    /** Two rungs and ten parameters; an endpoint that finds more to refuse means something else. */
    private static final int MOST_REFUSALS = 12;

    private static final int CHARACTERS_PER_TOKEN = 3;

    private final JudgeRequest request;
    private final VerdictRules rules;
    private final CallPolicy policy;
    private final int contextWindow;
    private final Ladder ladder;
    private final ReplyCheck check;

    private int outputLimit;
    private boolean doubled;
    private boolean askedAgain;
    private Turn.@Nullable Earlier earlier;
    private int refusals;
    /** How far this question's own refusals brought it down. */
    private Ladder.Footing learned = Ladder.Footing.TOP;

    private int attempts;
    private long firstSent;
    private long inputTokens;
    private long outputTokens;
    private @Nullable Integer httpStatus;
    private @Nullable String rawReply;
    private @Nullable String modelVersion;
    private Rung rung;

    private boolean over;
    private @Nullable Ending ending;
    /** What is wrong with the reply that is being asked about once more: how the question ends if it can't be. */
    private @Nullable Ending flaw;

    Conversation(
            JudgeRequest request,
            VerdictRules rules,
            CallPolicy policy,
            ModelSettings settings,
            Ladder ladder,
            ReplyCheck check) {
        this.request = request;
        this.rules = rules;
        this.policy = policy;
        this.contextWindow = settings.contextWindow();
        this.ladder = ladder;
        this.check = check;
        this.outputLimit = request.outputLimit();
        this.rung = ladder.footing().rung();
    }

    synchronized Turn turn() {
        Ladder.Footing footing = ladder.footing().and(learned);
        return new Turn(request, footing.rung(), footing.dropped(), outputLimit, earlier);
    }

    /** Tokens that a request may use, reply included. */
    static long tokens(Turn turn) {
        return promptTokens(turn) + turn.outputLimit();
    }

    /** Tokens of a request. */
    static long promptTokens(Turn turn) {
        long tokens = turn.request().promptTokens();
        Turn.Earlier earlier = turn.earlier();
        if (earlier != null) {
            tokens += tokens(earlier.reply());
            for (Violation violation : earlier.violations()) {
                tokens += tokens(violation.message());
            }
        }
        return tokens;
    }

    static long tokens(String text) {
        return ((long) text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
    }

    /**
     * A request goes out.
     *
     * @return whether it is the first one
     */
    synchronized boolean sent(Turn turn, long nanoTime) {
        attempts++;
        rung = turn.rung();
        httpStatus = null;
        if (attempts == 1) {
            firstSent = nanoTime;
        }
        return attempts == 1;
    }

    synchronized void used(long input, long output) {
        inputTokens += input;
        outputTokens += output;
    }

    /**
     * What came back for a request.
     *
     * @return whether the next request goes out at once
     */
    synchronized boolean hear(Turn turn, Heard heard) {
        if (over) {
            return false;
        }
        httpStatus = heard.status();
        Reading reading = heard.reading();
        if (reading instanceof Reading.Reply reply) {
            ladder.carried(learned);
            return hearReply(turn, reply);
        }
        Ladder.Footing stoodOn = new Ladder.Footing(turn.rung(), turn.dropped());
        if (reading instanceof Reading.RungRefused refused) {
            return goOn(stoodOn.below(), refused.message());
        }
        if (reading instanceof Reading.ParameterRefused refused) {
            return goOn(stoodOn.without(refused.parameter()), refused.message());
        }
        return hearFailure((Reading.Failure) reading, heard);
    }

    private boolean hearReply(Turn turn, Reading.Reply reply) {
        rawReply = RawReply.bounded(reply.text());
        modelVersion = reply.modelVersion() == null ? modelVersion : reply.modelVersion();
        if (!reply.complete()) {
            return hearTruncated(turn);
        }
        ReplyCheck.Finding finding = check.check(request, rules, reply.text());
        if (finding instanceof ReplyCheck.Finding.Unreadable unreadable) {
            String words = "the reply is no judgement: " + unreadable.problem();
            Ending end = Ending.failed(unreadable.status(), CallClass.UNPARSEABLE, words);
            return askAgain(end, reply.text(), List.of(new Violation(Kind.WRONG_ANSWER, unreadable.problem())));
        }
        ReplyCheck.Finding.Judged judged = (ReplyCheck.Finding.Judged) finding;
        List<Violation> violations = judged.violations();
        boolean forgivable = violations.stream().allMatch(violation -> violation.kind() == Kind.UNCITED_COVERAGE);
        if (violations.isEmpty() || (askedAgain && forgivable)) {
            return end(Ending.judged(judged.json()));
        }
        Ending end = Ending.failed(
                Status.JUDGE_INVALID, CallClass.ANSWERED, violations.get(0).message());
        return askAgain(end, reply.text(), violations);
    }

    private boolean hearTruncated(Turn turn) {
        Ending end = Ending.of(CallClass.TRUNCATED, "the reply was cut at " + turn.outputLimit() + " tokens", null);
        int limit = (int) Math.min(2L * outputLimit, contextWindow - promptTokens(turn));
        if (doubled || limit <= outputLimit) {
            return end(end);
        }
        doubled = true;
        outputLimit = limit;
        flaw = end;
        return true;
    }

    private boolean askAgain(Ending end, String reply, List<Violation> violations) {
        if (askedAgain) {
            return end(end);
        }
        askedAgain = true;
        flaw = end;
        // an empty turn of the model is refused by some endpoints: the question is simply put again
        earlier = reply.isBlank() ? null : new Turn.Earlier(reply, violations);
        return true;
    }

    /** @param next where the question is put again; null: there is no such place */
    private boolean goOn(Ladder.@Nullable Footing next, String message) {
        refusals++;
        if (next == null || refusals > MOST_REFUSALS) {
            return end(Ending.of(CallClass.BAD_REQUEST, message, null));
        }
        learned = learned.and(next);
        return true;
    }

    private boolean hearFailure(Reading.Failure failure, Heard heard) {
        CallClass callClass = failure.callClass();
        if (callClass == CallClass.UNPARSEABLE) {
            rawReply = heard.body() == null ? rawReply : RawReply.bounded(heard.body());
            return askAgain(Ending.of(callClass, failure.message(), null), "", List.of());
        }
        boolean tooMuch = callClass == CallClass.CONTEXT_LENGTH || callClass == CallClass.BAD_REQUEST;
        if (flaw != null && tooMuch) {
            // the first request fitted: what is refused is the doubled limit or the longer conversation
            return end(flaw.because("asking once more was refused: " + failure.message()));
        }
        return end(Ending.of(callClass, failure.message(), heard.retryAfter()));
    }

    private boolean end(Ending reached) {
        ending = reached;
        return false;
    }

    synchronized boolean wantsRetry() {
        return !over && ending != null && ending.mayHeal();
    }

    /**
     * How long to wait before the next attempt: what the endpoint asked for, else exponential with full jitter. The jitter comes
     * from the question's key, so it differs between questions and repeats between runs.
     *
     * @param failures failed attempts up to now, 1 or more
     */
    synchronized Duration backOff(int failures) {
        Duration wanted = ending == null ? null : ending.retryAfter();
        if (wanted != null && !wanted.isZero()) {
            return wanted;
        }
        double mean = policy.firstBackoff().toNanos() * Math.pow(2, failures - 1.0);
        double most = Math.min(2 * mean, (double) policy.longestBackoff().toNanos());
        SplittableRandom random = new SplittableRandom(31L * request.key().hashCode() + failures);
        return Duration.ofNanos((long) (random.nextDouble() * most));
    }

    /** The row's time is up. */
    synchronized void expire() {
        String last = ending == null || ending.words().isEmpty() ? "" : "; before: " + ending.words();
        if (ending == null || ending.mayHeal()) {
            String words =
                    "no judgement within the row's " + policy.rowTimeout().toMillis() + " ms" + last;
            ending = Ending.of(CallClass.TIMED_OUT, words, null);
        }
        over = true;
    }

    /** Nobody waits any longer; what came back before is still the reason. */
    synchronized void giveUp(String words) {
        Ending reached = flaw != null ? flaw : ending;
        if (reached == null) {
            ending = Ending.of(CallClass.TIMED_OUT, words, null);
        } else if (ending == null || ending.mayHeal()) {
            ending = reached.because(words);
        }
        over = true;
    }

    /** Whatever comes in from now on is ignored. */
    synchronized void close() {
        over = true;
    }

    /** Judging stopped before the next attempt. */
    synchronized void stopped(String cause) {
        Ending reached = flaw != null ? flaw : ending;
        ending = reached == null
                ? Ending.of(CallClass.TIMED_OUT, "judging stopped: " + cause, null)
                : reached.because("judging stopped before another attempt: " + cause);
        over = true;
    }

    /** A fault of our own: typed like any other failure, so that the row isn't lost. */
    synchronized void broken(Throwable fault) {
        ending = Ending.of(
                CallClass.OTHER_STATUS,
                "a fault of ctxeval: " + fault.getClass().getName(),
                null);
        over = true;
    }

    synchronized boolean begun() {
        return attempts > 0;
    }

    synchronized CallResult result(long nanoTime) {
        Ending end = ending == null ? Ending.of(CallClass.TIMED_OUT, "no response", null) : ending;
        long millis = attempts == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanoTime - firstSent);
        return new CallResult(
                request,
                end.status(),
                end.judgement(),
                askedAgain,
                end.callClass(),
                httpStatus,
                end.reason(httpStatus),
                rawReply,
                rung.name().toLowerCase(Locale.ROOT),
                modelVersion,
                attempts,
                inputTokens,
                outputTokens,
                millis);
    }
}
