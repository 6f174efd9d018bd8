package io.ctxeval.dataset;

import java.io.Serializable;

/**
 * Things worth a count in the report of an input (formats.md 4.2.7).
 *
 * @param unparsedLists texts that look like a list of objects but have no grammar, kept whole as one chunk
 * @param replacementCharacters U+FFFD seen in mapped text
 */
public record ReadingNotes(int unparsedLists, int replacementCharacters) implements Serializable {
    public static final ReadingNotes NONE = new ReadingNotes(0, 0);
}
