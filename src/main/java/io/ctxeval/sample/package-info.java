/**
 * A RAG sample: question, answer, retrieved chunks; and which of its chunks are copies of one text.
 */
@NullMarked
package io.ctxeval.sample;

import org.jspecify.annotations.NullMarked;
