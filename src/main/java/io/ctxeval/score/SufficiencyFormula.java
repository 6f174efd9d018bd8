package io.ctxeval.score;

import io.ctxeval.judge.Verdict.AspectStatus;
import java.util.Collection;

/**
 * The score of graded aspects, metrics.md 4.3: with v(covered) = 1, v(partial) = 0.5, v(missing) = 0, the score is 100 times
 * the mean of v. All aspects weigh the same. Example: covered, partial, missing give 50.
 */
public final class SufficiencyFormula {
    private SufficiencyFormula() {}

    /**
     * The figures of a sample's aspects.
     *
     * @param statuses one for each aspect, at least one
     */
    public static Figures figures(Collection<AspectStatus> statuses) {
        int covered = 0;
        int partial = 0;
        for (AspectStatus status : statuses) {
            switch (status) {
                case COVERED -> covered++;
                case PARTIAL -> partial++;
                case MISSING -> {}
            }
        }
        return new Figures(statuses.size(), covered, partial);
    }

    /**
     * How many aspects have which status.
     *
     * @param aspects all of them, at least 1
     */
    public record Figures(int aspects, int covered, int partial) {
        public Figures {
            if (aspects < 1 || covered < 0 || partial < 0 || covered + partial > aspects) {
                throw new IllegalArgumentException("covered " + covered + " and partial " + partial + " of " + aspects
                        + " aspects; must be of at least 1");
            }
        }

        public int missing() {
            return aspects - covered - partial;
        }

        /** The score in [0, 100], not rounded. */
        public double score() {
            return 50.0 * (2L * covered + partial) / aspects;
        }

        /** Whether every aspect is covered. */
        public boolean sufficient() {
            return covered == aspects;
        }
    }
}
