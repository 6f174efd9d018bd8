package io.ctxeval.judge;

/**
 * A rule of the contract that a verdict breaks: reason enough to ask the judge once more (metrics.md 3.2, 4.4).
 *
 * @param message what was found and what is expected, in words that a judge can act upon
 */
public record Violation(Kind kind, String message) {
    /** Which rule is broken. */
    public enum Kind {
        /** The answer is to another kind of question. */
        WRONG_ANSWER,
        /** An id has no verdict. */
        MISSING_ID,
        /** An id has two verdicts: different ones for chunks, any two for aspects. */
        CONFLICTING_ID,
        /** An id with a verdict is out of range. */
        ID_OUT_OF_RANGE,
        /** All ids lie in 1..k, with k and without 0: never shifted silently. */
        SUSPECTED_ONE_BASED,
        /** A group, pair or citation names an id out of range. */
        REFERENCE_OUT_OF_RANGE,
        /** A covered or partial aspect cites no chunk: rule S4, the only one that {@code validation=lenient} forgives. */
        UNCITED_COVERAGE,
        /** Too many aspects, or none though information is needed, or some though none is needed. */
        ASPECT_COUNT
    }
}
