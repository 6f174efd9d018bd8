package io.ctxeval.compare;

import java.util.Locale;

/**
 * Why a figure of a comparison should be read with care.
 *
 * @param sentence for a reader, without the metric's name
 */
public record Caution(Kind kind, String sentence) {
    /** The kinds, in the order in which they are told. */
    public enum Kind {
        /** The versions fail on different shares of their rows: what is left may differ too. */
        FAILURE_RATES_DIFFER,
        /** Many rows of the smaller version have no partner with a score. */
        FEW_PAIRS,
        /** A true difference as large as the margin could go unseen. */
        INSENSITIVE,
        /** Most rows move one way, the mean the other. */
        MEAN_AGAINST_RANKS,
        /** The tests count rows as independent, and the interval over clusters doesn't bear them out. */
        CLUSTERED_TESTS,
        /** The interval rests on few clusters. */
        FEW_CLUSTERS;

        /** The name in tables and reports, such as {@code few_pairs}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
