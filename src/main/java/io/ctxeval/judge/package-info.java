/**
 * Who answers a {@link io.ctxeval.judge.Question}, and what the answer must look like.
 */
@NullMarked
package io.ctxeval.judge;

import org.jspecify.annotations.NullMarked;
