package io.ctxeval.rehearsal;

import java.time.Duration;

/**
 * What becomes of one request.
 *
 * @param delay before the first byte, or the reset
 */
record Treatment(HttpResponse response, Manner manner, Duration delay) {
    /** How a response reaches the client. */
    enum Manner {
        WHOLE,
        RESET,
        RESET_IN_BODY,
        TRICKLE,
        NEVER
    }

    static Treatment whole(HttpResponse response) {
        return new Treatment(response, Manner.WHOLE, Duration.ZERO);
    }

    /** The status as statistics name it, or what came in its place. */
    String label() {
        return switch (manner) {
            case WHOLE, TRICKLE -> Integer.toString(response.status());
            case RESET, RESET_IN_BODY -> "reset";
            case NEVER -> "none";
        };
    }
}
