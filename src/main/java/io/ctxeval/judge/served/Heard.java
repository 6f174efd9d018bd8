package io.ctxeval.judge.served;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came back for one request.
 *
 * @param status null: no response
 * @param body null: no response
 * @param retryAfter what the endpoint asked for, bounded; null where it said nothing
 */
record Heard(
        @Nullable Integer status,
        @Nullable String body,
        Reading reading,
        @Nullable Duration retryAfter) {
    private static final int FIRST_FAILURE = 300;

    /** No response, or none that was read. */
    static Heard nothing(CallClass callClass, String words) {
        return new Heard(null, null, new Reading.Failure(callClass, words), null);
    }

    CallClass callClass() {
        if (reading instanceof Reading.Failure failure) {
            return failure.callClass();
        }
        if (reading instanceof Reading.Reply reply) {
            return reply.complete() ? CallClass.ANSWERED : CallClass.TRUNCATED;
        }
        return CallClass.BAD_REQUEST;
    }

    /** Whether the model worked, so that tokens are due: a reply, or a success without one, such as a filtered answer. */
    boolean billed() {
        if (reading instanceof Reading.Failure failure) {
            return status != null && status < FIRST_FAILURE && failure.callClass() != CallClass.OVERSIZED_REPLY;
        }
        return reading instanceof Reading.Reply;
    }
}
