package io.ctxeval.command;

/** What a command's end means to the program that called it (product.md 2). */
public enum ExitCode {
    /** Passed, warnings included. */
    PASSED(0),
    /** A threshold or a regression gate failed. */
    GATE_FAILED(1),
    /** Asked wrongly; nothing was done. */
    ASKED_WRONGLY(2),
    /** Incomplete: coverage below its minimum, a cap or the deadline reached. */
    INCOMPLETE(3),
    /** Input refused: no rows, nothing applicable, a damaged file, too many rejections. */
    INPUT_REFUSED(4),
    /** Failed while running. */
    FAILED(5);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
