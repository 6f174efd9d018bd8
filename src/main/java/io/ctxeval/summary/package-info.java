/**
 * Mergeable state of scores, the figures computed from it, and the gates on those figures.
 */
@NullMarked
package io.ctxeval.summary;

import org.jspecify.annotations.NullMarked;
