package io.ctxeval.quota;

import io.ctxeval.judge.served.CallClass;
import java.io.Serializable;

/** Why no call of a run starts any more. */
public sealed interface StopCause extends Serializable {
    /** For a reader: what happened, with its number. */
    String message();

    /** What was used up. */
    enum Limit {
        MAX_CALLS,
        MAX_TOKENS,
        MAX_COST,
        DEADLINE
    }

    /** The run reached one of its own limits; the next run goes on from there. */
    record Reached(Limit limit, String message) implements StopCause {}

    /** The endpoint said something that no further call can heal. */
    record Fatal(CallClass callClass, String message) implements StopCause {}
}
