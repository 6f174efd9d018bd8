package io.ctxeval.compare;

/**
 * The rows of one group by what pairing made of them.
 *
 * @param both ids in both versions, whatever became of their metrics
 * @param onlyBase rows whose id has no single partner in the candidate
 * @param onlyCandidate rows whose id has no single partner in the base
 * @param repeatedBase left out: rows of the base whose given id occurs more than once in it
 * @param repeatedCandidate the same of the candidate
 * @param sameQuestionBase left out: rows of the base without an id of their own whose input occurs more than once in it
 * @param sameQuestionCandidate the same of the candidate
 */
public record RowCounts(
        long both,
        long onlyBase,
        long onlyCandidate,
        long repeatedBase,
        long repeatedCandidate,
        long sameQuestionBase,
        long sameQuestionCandidate) {
    /** Rows whose given id occurs more than once in this version. */
    public long repeated(Side side) {
        return side == Side.BASE ? repeatedBase : repeatedCandidate;
    }

    /** All rows of a version in this group. */
    public long of(Side side) {
        return switch (side) {
            case BASE -> both + onlyBase + repeatedBase + sameQuestionBase;
            case CANDIDATE -> both + onlyCandidate + repeatedCandidate + sameQuestionCandidate;
        };
    }
}
