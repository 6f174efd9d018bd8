/**
 * Files to canonical records: listing, containers, rejections.
 */
@NullMarked
package io.ctxeval.dataset;

import org.jspecify.annotations.NullMarked;
