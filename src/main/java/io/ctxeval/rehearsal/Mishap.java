package io.ctxeval.rehearsal;

import java.util.Locale;

/** Faults beyond a plain error status. */
public enum Mishap implements Fault {
    /** Nothing listens on the port; a request on a connection that is open already is reset. */
    REFUSE,
    /** The connection is reset before any header. */
    RESET,
    /** The connection is reset in the middle of the body. */
    RESET_BODY,
    /** The body comes byte by byte. */
    TRICKLE,
    /** The request is taken and never answered. */
    BLACK_HOLE,
    /** A right reply, followed by 2 MiB of spaces. */
    OVERSIZED,
    /** A right reply, followed by 64 MiB of spaces. */
    HUGE,
    /** 307 to another path of this server, which counts who follows. */
    REDIRECT,
    /** Half of a right reply, marked as cut at the output limit. */
    TRUNCATED,
    /** Prose and half of a right reply, not marked. */
    MALFORMED,
    /** A reply without any text. */
    EMPTY,
    /** A web page with status 200. */
    NOT_JSON,
    /** Ids that nobody asked for. */
    WRONG_IDS,
    /** Coverage without evidence. */
    UNCITED,
    /** The provider's content filter. */
    FILTER,
    /** 400: the prompt exceeds the model's window. */
    TOO_LONG,
    /** The account has no money left: 429 insufficient_quota, or 402 at Anthropic. */
    SPENT_QUOTA,
    /** 429 that says the day's quota is gone. */
    DAILY_QUOTA;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
