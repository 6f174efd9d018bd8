/**
 * A judge against human labels (metrics.md 8). In go rows of labels beside what a run says of the same samples, out comes a {@link
 * io.ctxeval.calibrate.Calibration}, which {@link io.ctxeval.calibrate.CalibrationJson} writes.
 *
 * <p>Reading order: {@link io.ctxeval.calibrate.HumanLabels} and {@link io.ctxeval.calibrate.JudgedRow} (the two sides), {@link
 * io.ctxeval.calibrate.Decision} (one thing that both decided), {@code CalibrationStudy} (which decisions a label is about),
 * {@code Agreement} (what is counted), {@code ThresholdSearch}.
 *
 * <p><b>What is a unit.</b> Of {@code sufficient} the row; of {@code used} a chunk; of redundant and contradictory an unordered pair
 * of chunks with different texts, for copies of one text can't be told apart. Units of one sample (of one {@code cluster_id}, where
 * the run has it) hang together: intervals resample whole samples, and a threshold is chosen on some samples and reported on others.
 *
 * <p><b>What the judge failed on</b> is neither right nor wrong. Such rows are counted by status, apart from all figures.
 */
@NullMarked
package io.ctxeval.calibrate;

import org.jspecify.annotations.NullMarked;
