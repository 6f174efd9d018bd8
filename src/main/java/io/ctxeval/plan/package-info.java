/**
 * What is asked of one run, and the refusal when it is asked wrongly.
 */
@NullMarked
package io.ctxeval.plan;

import org.jspecify.annotations.NullMarked;
