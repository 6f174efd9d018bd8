package io.ctxeval.sample;

import java.io.Serializable;

/**
 * One retrieved text.
 *
 * @param id 0-based position in the list as given
 * @param text the text; "" in the place of a null element
 * @param wasNull whether the source had null here (warning {@code null_chunk})
 * @param offset where the chunk begins in the text it was cut from, in characters; {@link #WHOLE} where the list was given
 */
public record Chunk(int id, String text, boolean wasNull, int offset) implements Serializable {
    /** The offset of a chunk that wasn't cut out of a longer text. */
    public static final int WHOLE = -1;
}
