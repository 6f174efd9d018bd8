/**
 * Pure scoring: a domain record in, a {@link io.ctxeval.score.Score} out. No Spark, no clock, no network, no chance.
 */
@NullMarked
package io.ctxeval.score;

import org.jspecify.annotations.NullMarked;
