/**
 * Verdicts that were paid for: content-addressed, append-only, on any file system that Hadoop opens (judge-at-scale.md 3).
 */
@NullMarked
package io.ctxeval.ledger;

import org.jspecify.annotations.NullMarked;
