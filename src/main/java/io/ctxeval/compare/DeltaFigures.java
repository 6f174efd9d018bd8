package io.ctxeval.compare;

import org.jspecify.annotations.Nullable;

/**
 * What the differences of one metric come to (metrics.md 7.3), candidate minus base, in points (in units for a metric without
 * an upper end). A figure that the pairs don't give is null, never 0.
 *
 * @param pairs ids with a score in both versions
 * @param negative pairs whose score fell
 * @param zero pairs of equal scores, to the metric's step
 * @param positive pairs whose score rose
 * @param baseMean mean of the base's scores over the pairs, on the metric's own scale; null without pairs
 * @param candidateMean the same of the candidate
 * @param mean mean difference; null without pairs
 * @param sd sample standard deviation; null below two pairs
 * @param median the middle difference, the mean of the middle two of an even number; null without pairs
 * @param meanAbsolute mean size of a difference, the noise of a judge where both sides are the same rows judged twice; null
 *     without pairs
 * @param interval bootstrap 95 % interval of the mean; null without pairs
 * @param effectiveClusters how many clusters of equal size would tell as much; null unless rows are clustered
 * @param wPlus sum of the ranks of positive differences, zeros ranked first; null without pairs
 * @param pWilcoxon two-sided, Pratt's zeros, tie and continuity correction; null without a difference
 * @param rankBiserial (W+ − W−)/(W+ + W−), in [−1, 1]; null without a difference
 * @param pSign two-sided exact sign test; null without a difference
 * @param detectable smallest detectable effect, 2.8·sd/√n; null below two pairs
 */
public record DeltaFigures(
        long pairs,
        long negative,
        long zero,
        long positive,
        @Nullable Double baseMean,
        @Nullable Double candidateMean,
        @Nullable Double mean,
        @Nullable Double sd,
        @Nullable Double median,
        @Nullable Double meanAbsolute,
        @Nullable Interval interval,
        @Nullable Double effectiveClusters,
        @Nullable Double wPlus,
        @Nullable Double pWilcoxon,
        @Nullable Double rankBiserial,
        @Nullable Double pSign,
        @Nullable Double detectable) {}
