/**
 * The stages of a run on Spark: read, score, judge, summarise, check, publish.
 */
@NullMarked
package io.ctxeval.run;

import org.jspecify.annotations.NullMarked;
