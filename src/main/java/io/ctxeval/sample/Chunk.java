package io.ctxeval.sample;

/**
 * One retrieved text.
 *
 * @param id 0-based position in the list as given
 * @param text the text; "" in the place of a null element
 * @param wasNull whether the source had null here (warning {@code null_chunk})
 */
public record Chunk(int id, String text, boolean wasNull) {}
