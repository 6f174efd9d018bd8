/**
 * JSON as bytes: a validating cursor that makes no trees, and slices that keep key order and number spelling.
 */
@NullMarked
package io.ctxeval.json;

import org.jspecify.annotations.NullMarked;
