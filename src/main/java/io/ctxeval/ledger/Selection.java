package io.ctxeval.ledger;

import io.ctxeval.score.Status;
import java.io.Serializable;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which entries count. Judgements are reused from any run that shares them; a failure counts only in the run that met it, elsewhere it is history.
 * A run's own entries count at any age.
 *
 * @param runId the run that asks; null: none, so no failure counts
 * @param answersOfAll whether judgements of other runs count
 * @param failures outcomes that count beside judgements, in the asking run
 * @param notBefore judgements of other runs that are older don't count; null: any age
 * @param rawReplies whether entries carry their raw reply; without, less is read and kept
 */
public record Selection(
        @Nullable String runId,
        boolean answersOfAll,
        Set<String> failures,
        @Nullable Instant notBefore,
        boolean rawReplies)
        implements Serializable {
    /** Failures that asking again can't mend: all but an endpoint that wasn't to be had. */
    private static final Set<String> SETTLED = codes(
            Status.JUDGE_UNPARSEABLE,
            Status.JUDGE_TRUNCATED,
            Status.JUDGE_INVALID,
            Status.JUDGE_REFUSED,
            Status.CONTEXT_TOO_LONG);

    private static final Set<String> ALL = codes(
            Status.JUDGE_UNPARSEABLE,
            Status.JUDGE_TRUNCATED,
            Status.JUDGE_INVALID,
            Status.JUDGE_REFUSED,
            Status.CONTEXT_TOO_LONG,
            Status.JUDGE_UNAVAILABLE);

    public Selection {
        failures = Set.copyOf(failures);
        if (runId == null && !(failures.isEmpty() && answersOfAll)) {
            throw new IllegalArgumentException("whose entries?");
        }
    }

    private static Set<String> codes(Status... statuses) {
        return Stream.of(statuses).map(Status::code).collect(Collectors.toUnmodifiableSet());
    }

    /** Judgements of any run. */
    public static Selection answers() {
        return new Selection(null, true, Set.of(), null, true);
    }

    /** For the stage that asks: judgements of any run, and what this run settled without one. */
    public static Selection settledFor(String runId) {
        return new Selection(runId, true, SETTLED, null, true);
    }

    /** For the stage that scores: judgements of any run, and this run's failures of every kind. */
    public static Selection allFor(String runId) {
        return new Selection(runId, true, ALL, null, true);
    }

    /** Without judgements of other runs: for those who want fresh verdicts. */
    public Selection ofThisRunOnly() {
        return new Selection(runId, false, failures, notBefore, rawReplies);
    }

    /** Without judgements of other runs from before a time. */
    public Selection notBefore(Instant time) {
        return new Selection(runId, answersOfAll, failures, time, rawReplies);
    }

    public Selection withoutRawReplies() {
        return new Selection(runId, answersOfAll, failures, notBefore, false);
    }

    boolean takes(String outcome, String paidBy, Instant time) {
        boolean own = paidBy.equals(runId);
        return switch (outcome) {
            case LedgerEntry.ANSWERED -> own || (answersOfAll && (notBefore == null || !time.isBefore(notBefore)));
            case LedgerEntry.ANSWERED_APART -> own;
            default -> own && failures.contains(outcome);
        };
    }
}
