/**
 * Texts to vectors, inside the Java machine: a small sentence-embedding model (all-MiniLM-L6-v2 with 8-bit weights, 384 numbers a
 * vector) that ONNX Runtime runs. In goes a sentence, out come its own vector and one for each of its words in their context.
 *
 * <p>Read {@link io.ctxeval.embedding.WordPiece} (text to numbers of the vocabulary), {@link
 * io.ctxeval.embedding.EmbeddingModel} (one session a Java machine) and {@link io.ctxeval.embedding.SentenceEncoder} (one a task).
 *
 * <p><b>Same bits for any partitioning.</b> The model scales its activations by the largest of a whole batch, so that a sentence's
 * vector would depend on its neighbours: cosines of pairs move by up to 0.05. Sentences are therefore run one at a time and without
 * padding, on one thread, with a graph that is optimised to one fixed level. The same processor type and the same version of ONNX
 * Runtime then give the same bits, however the rows are spread. Other processors multiply 8-bit numbers in other ways: there,
 * cosines can differ by about 0.05; {@link io.ctxeval.embedding.Cosine} rounds to two decimals, which hides the smallest of it.
 */
@NullMarked
package io.ctxeval.embedding;

import org.jspecify.annotations.NullMarked;
