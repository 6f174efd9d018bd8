package io.ctxeval.judge.served;

/** No call of this run starts any more: a cap, the deadline or a fatal answer came first. Not a failure of any question. */
public final class JudgingStopped extends Exception {
    private static final long serialVersionUID = 1L;

    /** What becomes of calls in flight. */
    public enum InFlight {
        /** They finish. */
        FINISH,
        /** They have a moment to finish, then they are given up: the deadline has passed. */
        GIVE_UP_SOON
    }

    private final InFlight inFlight;

    /** A stop that lets calls in flight finish. */
    public JudgingStopped(String cause) {
        this(cause, InFlight.FINISH);
    }

    public JudgingStopped(String cause, InFlight inFlight) {
        super(cause, null, false, false);
        this.inFlight = inFlight;
    }

    public InFlight inFlight() {
        return inFlight;
    }
}
