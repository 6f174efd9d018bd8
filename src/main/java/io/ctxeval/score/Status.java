package io.ctxeval.score;

import java.util.Locale;

/** What became of a metric on a row (metrics.md 5.7). A score is a number if and only if the status is {@link #OK}. */
public enum Status {
    OK,
    NOT_APPLICABLE,
    NOT_SAMPLED,
    INVALID_INPUT,
    JUDGE_UNPARSEABLE,
    JUDGE_TRUNCATED,
    JUDGE_INVALID,
    JUDGE_REFUSED,
    JUDGE_UNAVAILABLE,
    CONTEXT_TOO_LONG,
    BUDGET_EXCEEDED;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** The name in tables and reports, such as {@code not_applicable}. */
    public String code() {
        return code;
    }

    /** Whether a row of this status counts towards coverage: all do but those that nobody asked or could ask. */
    public boolean countsForCoverage() {
        return this != NOT_APPLICABLE && this != NOT_SAMPLED;
    }
}
