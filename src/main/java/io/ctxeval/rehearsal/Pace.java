package io.ctxeval.rehearsal;

import java.time.Duration;

/**
 * How fast replies come. What the {@link Throttle} or the {@link Demands} refuse is refused at once.
 *
 * @param latency from a request to its reply
 * @param jitter longest further wait, drawn evenly for each attempt of a question
 * @param trickle between two bytes of a {@link Mishap#TRICKLE}
 */
public record Pace(Duration latency, Duration jitter, Duration trickle) {
    /** At once; trickles a byte a second. */
    public static final Pace AT_ONCE = new Pace(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1));

    public Pace {
        require("latency", latency);
        require("latency-jitter", jitter);
        require("trickle", trickle);
    }

    Duration delay(Admission admission) {
        return latency.plusNanos((long) (jitter.toNanos() * admission.draw(-1)));
    }

    private static void require(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + ": " + value + "; must be 0 or more");
        }
    }
}
