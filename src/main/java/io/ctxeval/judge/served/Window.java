package io.ctxeval.judge.served;

/**
 * A model's context window, and what a request needs of it (metrics.md 5.4): prompt and reply, 2 % for the error of the estimate,
 * and 64 tokens for what endpoints add.
 *
 * @param tokens of prompt and reply together
 */
record Window(long tokens) {
    private static final long MARGIN = 64;

    static Window of(ModelSettings settings) {
        return new Window(settings.contextWindow());
    }

    static long need(JudgeRequest request) {
        long sent = request.promptTokens() + request.outputLimit();
        return sent + (sent + 49) / 50 + MARGIN;
    }

    boolean fits(JudgeRequest request) {
        return need(request) <= tokens;
    }

    /** Tokens of prompt and reply that fit; below zero where not even the margin does. */
    long capacity() {
        return Math.floorDiv((tokens - MARGIN) * 50, 51);
    }
}
