package io.ctxeval.compare;

/** What must be the same in both versions for a metric's scores to be comparable (metrics.md 7.1, 4.2). */
public enum Trait {
    METRIC_VERSION("metric version"),
    PROMPT_VERSION("prompt version"),
    JUDGE_MODEL("judge model"),
    VOTES("vote count"),
    WEIGHTING("weighting"),
    ASPECTS_SOURCE("source of the aspects"),
    SUFF_MODE("mode of ctx_suff"),
    SCALE("scale");

    private final String words;

    Trait(String words) {
        this.words = words;
    }

    /** The trait as sentences name it. */
    public String words() {
        return words;
    }
}
