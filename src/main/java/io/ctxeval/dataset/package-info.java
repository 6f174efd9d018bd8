/**
 * From the paths of a plan to canonical records, rejections and counts (formats.md 3, 4.2). Read {@link
 * io.ctxeval.dataset.Inputs} first, then {@code FileListing}, {@code Sniffer}, {@code SlicePlan}, {@code SliceRecords} and the
 * readers: {@code JsonLineRecords}, {@code JsonDocumentRecords}, {@code CsvRecords}, {@code ParquetRecords}, {@code SparkValues}.
 *
 * <p>In go an {@link io.ctxeval.plan.EvaluationPlan}'s inputs, out comes one lazy RDD of {@link io.ctxeval.dataset.Outcome}. One
 * iterator a task carries a record from its bytes through the mapping to its outcome; only a mapping that groups shuffles.
 *
 * <p><b>Own slices.</b> Tasks get parts of files and read them through {@code FSDataInputStream}, not through Hadoop's input
 * formats: compression is told by a file's first bytes instead of its name, names may hold colons, a test can cut a file at every
 * byte, and it is a few percent faster (feasibility.md A). A record belongs to the slice that holds its first byte.
 *
 * <p><b>Blocks are never written again.</b> A reader hands out ranges of its buffer and takes a new one when it reads on, so that
 * the slices of a record stay valid for as long as anybody holds it.
 *
 * <p><b>Parquet without Spark's reader.</b> Each file is read by its own schema and only in the columns that are mapped: types
 * that Spark refuses, lists in one file and texts in the next, and a file that breaks in its middle are no trouble then, and a
 * preview needs no job. It costs about as much per row as Spark's vectorised reader and its conversion to rows.
 *
 * <p><b>Damage.</b> Whatever {@link java.io.IOException} a file gives while it is read makes it a damaged file. By default that
 * refuses the input (and Spark tries the task again before it gives up, so that a passing fault of a network heals); with {@code
 * damaged: skip} the records before the break are used and one {@link io.ctxeval.dataset.DamagedFile} stands for the rest. A line
 * of JSON that is broken is a rejection, and so is a record of CSV with an odd quote ({@code CsvScanner}): reading goes on below
 * it. A JSON document that ends inside a value is damaged, because nothing says how many records are lost.
 */
@NullMarked
package io.ctxeval.dataset;

import org.jspecify.annotations.NullMarked;
