/**
 * What a run says to its readers.
 */
@NullMarked
package io.ctxeval.report;

import org.jspecify.annotations.NullMarked;
