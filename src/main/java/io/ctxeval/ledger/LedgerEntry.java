package io.ctxeval.ledger;

import java.io.Serializable;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One question that was paid for, with its answer or failure (judge-at-scale.md 3). One line of JSON in a segment, names in snake
 * case.
 *
 * @param key SHA-256 of the request, 64 lower-case hex digits; its first two name the bucket
 * @param protocol version of the judge protocol
 * @param runId the run that paid
 * @param outcome {@value #ANSWERED} or {@value #ANSWERED_APART}, or the status code of a failure (metrics.md 5.7)
 * @param judgement JSON; null for a failure
 * @param callClass of the last attempt, lower case
 * @param reason for a reader; empty for an answer
 * @param rawReply at most {@value #MAX_RAW_REPLY} code points are stored; null where the privacy policy drops it
 * @param time when the answer was written
 */
public record LedgerEntry(
        String key,
        String protocol,
        String provider,
        String model,
        @Nullable String modelVersion,
        String step,
        String runId,
        String outcome,
        @Nullable String judgement,
        boolean askedAgain,
        String callClass,
        @Nullable Integer httpStatus,
        String reason,
        @Nullable String rawReply,
        String rung,
        int attempts,
        long inputTokens,
        long outputTokens,
        long latencyMillis,
        Instant time)
        implements Serializable {
    /** The outcome of an entry with a judgement. */
    public static final String ANSWERED = "answered";

    /** The outcome of an entry with a judgement that other runs don't use. */
    public static final String ANSWERED_APART = "answered_apart";

    /** Code points of a raw reply that are stored. */
    public static final int MAX_RAW_REPLY = 64 << 10;

    private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

    public boolean answered() {
        return outcome.equals(ANSWERED) || outcome.equals(ANSWERED_APART);
    }

    /** Whether a text has the form of a key. */
    public static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    /**
     * The entry as it may be stored: its raw reply cut to {@value #MAX_RAW_REPLY} code points, then handed to a privacy policy.
     *
     * @param policy what becomes of a raw reply that is there; may give null, which drops it
     */
    public LedgerEntry withRawReply(UnaryOperator<@Nullable String> policy) {
        return rawReply == null ? this : replying(policy.apply(bounded(rawReply)));
    }

    /** The entry with a raw reply of at most {@value #MAX_RAW_REPLY} code points. */
    LedgerEntry bounded() {
        return rawReply == null || rawReply.length() <= MAX_RAW_REPLY ? this : replying(bounded(rawReply));
    }

    private static String bounded(String reply) {
        return reply.codePointCount(0, reply.length()) <= MAX_RAW_REPLY
                ? reply
                : reply.substring(0, reply.offsetByCodePoints(0, MAX_RAW_REPLY));
    }

    private LedgerEntry replying(@Nullable String reply) {
        return new LedgerEntry(
                key,
                protocol,
                provider,
                model,
                modelVersion,
                step,
                runId,
                outcome,
                judgement,
                askedAgain,
                callClass,
                httpStatus,
                reason,
                reply,
                rung,
                attempts,
                inputTokens,
                outputTokens,
                latencyMillis,
                time);
    }
}
