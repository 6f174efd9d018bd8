/**
 * Words, sentences, shingles, tokens and Python's text form; Unicode 13, as Java 17 knows it; Python's text form by a table of its own.
 */
@NullMarked
package io.ctxeval.text;

import org.jspecify.annotations.NullMarked;
