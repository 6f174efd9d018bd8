/**
 * The paired comparison of two versions, base and candidate (metrics.md 7). Rows that were joined by sample id go into a
 * {@link io.ctxeval.compare.ComparisonState}, which merges in any order; its {@code outcome} is a
 * {@link io.ctxeval.compare.Comparison}, which {@link io.ctxeval.compare.ComparisonTable} and
 * {@link io.ctxeval.compare.ComparisonJson} write.
 *
 * <p>Reading order: {@code DeltaScale} (what a difference is), {@code MetricPairs} (the state of one metric), {@code SignedRanks},
 * {@code Bootstrap}, {@code ClusterSums} (what is computed from it), {@code Judgement} (what is said about it).
 *
 * <p><b>Points.</b> A bounded metric's difference is counted in 10,000 steps of its scale and shown in points, a hundredth of
 * the scale each, so that one margin serves 0..100, 0..10 and 0..1. A count without an upper end (tokens) has no such point: its
 * differences stand in its own units, the ranks behind its Wilcoxon test come from bins of at most 0.8 % width, symmetric about
 * zero, with ties where values share a bin, and the regression gate, whose margin is in points, leaves it out. All else holds
 * for both.
 *
 * <p><b>Direction.</b> Differences are candidate minus base. Where lower is better, the verdict and the gate look at the other
 * end; figures never change sign.
 */
@NullMarked
package io.ctxeval.compare;

import org.jspecify.annotations.NullMarked;
