package io.ctxeval.score;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What had to be put right, or should be known, about a row that has a score all the same. A metric's metadata lists the codes
 * in {@code warnings}, each once, in the order of these constants.
 */
public enum Warning {
    /** A null element stood in the context; it counts as a blank chunk (metrics.md 3.1). */
    NULL_CHUNK,
    /** The output is blank: nothing can be used, the score is 0 without a judge (metrics.md 3.1). */
    BLANK_OUTPUT,
    /** Nothing was retrieved, or only blank chunks: sufficiency is 0 without a judge (metrics.md 4.1). */
    EMPTY_CONTEXT,
    /** The input needs no outside information and {@code vacuous=full} makes that a full score (metrics.md 4.1). */
    NO_INFORMATION_NEEDED,
    /** A chunk had the same verdict more than once; they are one (metrics.md 3.2). */
    MERGED_VERDICT,
    /** A judgement uses, groups or pairs a blank chunk; that part of it is left out (metrics.md 3.1, 3.3). */
    BLANK_CHUNK_JUDGED,
    /** An id out of range was dropped from a group or pair, or from a given aspect's chunk ids (metrics.md 3.2). */
    INVALID_REFERENCE_DROPPED,
    /** A group named an id more than once; the repeats are dropped (metrics.md 3.2). */
    REPEATED_GROUP_ID,
    /** A group had fewer than two distinct ids left and was dropped (metrics.md 3.2). */
    SMALL_GROUP_DROPPED,
    /** Groups that share a chunk are one (metrics.md 3.2). */
    GROUPS_MERGED,
    /** A pair of a chunk with itself or with a copy of its text was dropped (metrics.md 3.2). */
    SELF_PAIR_DROPPED,
    /** Several pairs name the same two texts, in whichever order; they are one (metrics.md 3.2). */
    PAIRS_MERGED,
    /** A pair without a reason; it stands as "unspecified" (metrics.md 3.2). */
    UNSPECIFIED_REASON,
    /** Groups or pairs of a context with a single chunk were dropped (metrics.md 3.2). */
    SINGLE_CHUNK_RELATION,
    /** A quote isn't in its chunk, compared by normal form and case folded (metrics.md 3.2). */
    UNVERIFIED_QUOTE,
    /** {@code evidence=strict}: a used chunk without a verified quote became unused (metrics.md 3.2). */
    UNVERIFIED_USE,
    /** {@code validation=lenient}: a covered or partial aspect cites no chunk (metrics.md 4.4, S4). */
    UNCITED_COVERAGE,
    /** A missing aspect cites chunks; they are ignored (metrics.md 4.4, S5). */
    CITATION_IGNORED,
    /** A covered aspect names a missing detail; it is ignored (metrics.md 4.4, S5). */
    DETAIL_IGNORED,
    /** An aspect that isn't covered named no detail; its description is filled in (metrics.md 4.4, S6). */
    DETAIL_FILLED,
    /** A blank description of an aspect was dropped. */
    BLANK_ASPECT_DROPPED,
    /** An exact repeat of an aspect was dropped. */
    REPEATED_ASPECT_DROPPED;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** The code in metadata and reports, such as {@code unverified_quote}. */
    public String code() {
        return code;
    }

    static List<String> codes(Set<Warning> warnings) {
        return warnings.stream().sorted().map(Warning::code).toList();
    }
}
