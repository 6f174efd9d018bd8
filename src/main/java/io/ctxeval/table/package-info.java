/**
 * Typed tables without Spark: columns, rows, and writers for Parquet, JSON Lines and CSV.
 */
@NullMarked
package io.ctxeval.table;

import org.jspecify.annotations.NullMarked;
