/** Public data with human labels as rows and label files, and what they say of a judge. */
@NullMarked
package io.ctxeval.bench;

import org.jspecify.annotations.NullMarked;
