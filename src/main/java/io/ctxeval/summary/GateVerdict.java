package io.ctxeval.summary;

import java.util.Locale;

/** The outcome of a gate, from harmless to worst, with the exit code of a run that has none worse (product.md 2). */
public enum GateVerdict {
    NOT_APPLICABLE(0),
    PASS(0),
    WARN(0),
    FAIL(1),
    INCOMPLETE(3);

    private final int exitCode;

    GateVerdict(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /** The name in tables, such as {@code not_applicable}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The worst of several gates; {@link #PASS} without any: nothing was asked for. */
    public static GateVerdict worst(Iterable<GateResult> results) {
        GateVerdict worst = PASS;
        for (GateResult result : results) {
            if (result.verdict().compareTo(worst) > 0) {
                worst = result.verdict();
            }
        }
        return worst;
    }
}
