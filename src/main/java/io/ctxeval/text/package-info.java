/**
 * Words, sentences, shingles, tokens and Python's text form; Unicode 14 by a table, not by the Java in use.
 */
@NullMarked
package io.ctxeval.text;

import org.jspecify.annotations.NullMarked;
