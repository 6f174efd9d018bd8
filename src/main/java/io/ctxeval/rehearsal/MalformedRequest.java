package io.ctxeval.rehearsal;

/** Bytes that are no request; the connection can't go on. */
final class MalformedRequest extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    MalformedRequest(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
