package io.ctxeval.embedding;

/** The embedding model can't be used in this Java machine; the message says why, in words for a user. */
public final class ModelUnavailable extends Exception {
    private static final long serialVersionUID = 1;

    ModelUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    ModelUnavailable(String message) {
        super(message);
    }
}
