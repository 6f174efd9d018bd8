package io.ctxeval.judge.served;

import io.ctxeval.score.Status;

/** A reply that isn't in the shape of its schema. */
final class MalformedReply extends Exception {
    private static final long serialVersionUID = 1L;

    private final Status status;

    MalformedReply(Status status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    Parsed.Unreadable unreadable() {
        return new Parsed.Unreadable(status, String.valueOf(getMessage()));
    }
}
