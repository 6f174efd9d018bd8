package io.ctxeval.calibrate;

import io.ctxeval.summary.MetricRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A judge beside human labels.
 *
 * @param run its id
 * @param model of a served judge
 * @param labels rows of the label file
 * @param missing those whose sample the run doesn't have
 * @param versions those that labels name, of which alone figures of all rows are; empty: all of the run
 * @param opinions labels of yes and no, in the order sufficient, used, redundant, contradictory
 * @param aspects null: not labelled
 * @param score null: not labelled
 * @param stability a line for each judged metric, where there are repeats
 */
public record Calibration(
        String run,
        @Nullable String model,
        CalibrationSettings settings,
        long labels,
        long missing,
        List<String> versions,
        List<Opinion> opinions,
        @Nullable Aspects aspects,
        @Nullable Scores score,
        List<Stability> stability) {
    public Calibration {
        versions = List.copyOf(versions);
        opinions = List.copyOf(opinions);
        stability = List.copyOf(stability);
    }

    /** Whether any label could be compared. */
    public boolean comparesAnything() {
        return opinions.stream().anyMatch(opinion -> opinion.coverage().compared() > 0)
                || (aspects != null && aspects.coverage().compared() > 0)
                || (score != null && score.coverage().compared() > 0);
    }

    /**
     * A label of yes or no.
     *
     * @param label its name in the label file
     * @param unit what is counted: row, chunk or pair
     * @param rule of the metric that holds the verdict
     * @param ceiling the agreement of two humans, where there are two: {@code judge} is the second
     * @param threshold the choice of one; null where verdicts aren't graded
     * @param humanRate the share of yes that humans find among all rows; null where it isn't estimated
     */
    public record Opinion(
            String label,
            String unit,
            MetricRule rule,
            Coverage coverage,
            Agreement agreement,
            @Nullable Agreement ceiling,
            @Nullable ThresholdChoice threshold,
            @Nullable PredictionPowered humanRate) {}

    /**
     * Statuses of aspects.
     *
     * @param ceiling the agreement of two humans, where there are two
     */
    public record Aspects(
            MetricRule rule,
            Coverage coverage,
            AspectAgreement agreement,
            @Nullable AspectAgreement ceiling) {}

    /**
     * Scores.
     *
     * @param humanMean the mean that humans would give to all rows
     */
    public record Scores(
            MetricRule rule,
            Coverage coverage,
            ScoreAgreement agreement,
            @Nullable PredictionPowered humanMean) {}
}
