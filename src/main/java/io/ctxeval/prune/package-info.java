/**
 * What may go once it is old: runs, what dead runs left behind, ledger entries. In: folders and an age; out: a list to look at,
 * then, one by one, its deletion. Read {@link io.ctxeval.prune.Retention}.
 */
@NullMarked
package io.ctxeval.prune;

import org.jspecify.annotations.NullMarked;
