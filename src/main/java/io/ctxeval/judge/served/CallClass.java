package io.ctxeval.judge.served;

/** What may become of one attempt of a call, and whether another attempt can help (judge-at-scale.md 5). */
public enum CallClass {
    ANSWERED(Then.END),
    RATE_LIMITED(Then.RETRY),
    REQUEST_TIMEOUT(Then.RETRY),
    CONFLICT(Then.RETRY),
    TOO_EARLY(Then.RETRY),
    SERVER_ERROR(Then.RETRY),
    OVERLOADED(Then.RETRY),
    CONNECTION_REFUSED(Then.RETRY),
    CONNECTION_RESET(Then.RETRY),
    TIMED_OUT(Then.RETRY),
    TRUNCATED(Then.END),
    UNPARSEABLE(Then.END),
    BAD_REQUEST(Then.END),
    CONTEXT_LENGTH(Then.END),
    TOO_LARGE(Then.END),
    UNPROCESSABLE(Then.END),
    CONTENT_FILTER(Then.END),
    REDIRECTED(Then.END),
    OVERSIZED_REPLY(Then.END),
    OTHER_STATUS(Then.END),
    UNAUTHORISED(Then.STOP),
    PAYMENT_REQUIRED(Then.STOP),
    FORBIDDEN(Then.STOP_IF_REPEATED),
    NOT_FOUND(Then.STOP_IF_REPEATED),
    QUOTA_SPENT(Then.STOP);

    /** What follows an attempt. */
    public enum Then {
        /** The question is settled. */
        END,
        /** Another attempt may heal it. */
        RETRY,
        /**
         * The question is settled, and where no other question fares better judging stops: a gateway that objects to one prompt
         * says the same as one that objects to the key, the address or the model.
         */
        STOP_IF_REPEATED,
        /** No call of this run can succeed: judging stops. */
        STOP
    }

    private final Then then;

    CallClass(Then then) {
        this.then = then;
    }

    public Then then() {
        return then;
    }
}
