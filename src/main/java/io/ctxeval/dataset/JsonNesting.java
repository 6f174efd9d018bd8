package io.ctxeval.dataset;

/** Follows brackets and quotes of JSON text byte by byte, to find where a value ends; it validates nothing. */
final class JsonNesting {
    private int depth;
    private boolean inText;
    private boolean escaped;

    void accept(byte next) {
        if (inText) {
            if (escaped) {
                escaped = false;
            } else if (next == '\\') {
                escaped = true;
            } else if (next == '"') {
                inText = false;
            }
            return;
        }
        switch (next) {
            case '"' -> inText = true;
            case '{', '[' -> depth++;
            case '}', ']' -> depth--;
            default -> {}
        }
    }

    /** Whether the next byte stands inside a string. */
    boolean inText() {
        return inText;
    }

    /** Whether no string, list or object is open. */
    boolean closed() {
        return depth <= 0 && !inText;
    }

    static boolean isBlank(int next) {
        return next == ' ' || next == '\n' || next == '\r' || next == '\t';
    }
}
