/**
 * An agent trace as the source wrote it, and what its events and its token ledger say.
 */
@NullMarked
package io.ctxeval.trace;

import org.jspecify.annotations.NullMarked;
