package io.ctxeval.compare;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Why two versions aren't compared (metrics.md 7.1). */
public sealed interface Refusal {
    /** Share of rows with a repeated id from which on a comparison is refused: 1 %. */
    double MOST_REPEATED = 0.01;

    /** The name in JSON, such as {@code repeated_ids}. */
    String code();

    /** For a reader. */
    String sentence();

    /**
     * Rows whose given id occurs more than once in their version. Ids made from the input don't count: asking the same question
     * twice is no mistake.
     *
     * @param repeated such rows
     * @param rows all rows of the version
     */
    record RepeatedIds(Side side, long repeated, long rows) implements Refusal {
        @Override
        public String code() {
            return "repeated_ids";
        }

        @Override
        public String sentence() {
            BigDecimal percent = BigDecimal.valueOf(100.0 * repeated / rows).setScale(1, RoundingMode.HALF_UP);
            return side.code() + ": " + repeated + " of " + rows + " rows (" + percent
                    + " %) share their sample_id with another row; at most 1 % may, since they can't be paired";
        }
    }

    /**
     * Scores made in different ways.
     *
     * @param base the base's value, {@code none} where it has none
     * @param candidate the candidate's
     */
    record DifferentTrait(String metric, Trait trait, String base, String candidate) implements Refusal {
        private static final String NONE = "none";

        @Override
        public String code() {
            return "different_" + trait.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String sentence() {
            return metric + ": the " + trait.words() + " differs: base " + base + ", candidate " + candidate;
        }
    }

    /** Whether a wish to compare all the same may pass over this one; the report still prints it. */
    default boolean overridable() {
        return this instanceof DifferentTrait;
    }

    /**
     * The differences in how a metric was scored.
     *
     * @param base the base's values by trait; an absent one is no part of the metric there
     * @param candidate the candidate's
     */
    static List<Refusal> of(String metric, Map<Trait, String> base, Map<Trait, String> candidate) {
        List<Refusal> refusals = new ArrayList<>();
        for (Trait trait : Trait.values()) {
            String before = base.get(trait);
            String after = candidate.get(trait);
            if (!Objects.equals(before, after)) {
                refusals.add(new DifferentTrait(
                        metric,
                        trait,
                        before == null ? DifferentTrait.NONE : before,
                        after == null ? DifferentTrait.NONE : after));
            }
        }
        return List.copyOf(refusals);
    }
}
