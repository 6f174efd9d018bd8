/**
 * The deterministic scores as Spark SQL functions.
 */
@NullMarked
package io.ctxeval.sql;

import org.jspecify.annotations.NullMarked;
