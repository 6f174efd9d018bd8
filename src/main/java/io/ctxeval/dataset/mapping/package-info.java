/**
 * From a record of any shape to canonical fields: paths, functions, presets.
 */
@NullMarked
package io.ctxeval.dataset.mapping;

import org.jspecify.annotations.NullMarked;
