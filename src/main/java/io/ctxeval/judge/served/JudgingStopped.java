package io.ctxeval.judge.served;

/** No call of this run starts any more: a cap, the deadline or a fatal answer came first. Not a failure of any question. */
public final class JudgingStopped extends Exception {
    private static final long serialVersionUID = 1L;

    public JudgingStopped(String cause) {
        super(cause, null, false, false);
    }
}
