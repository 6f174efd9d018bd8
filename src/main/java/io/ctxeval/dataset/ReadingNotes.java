package io.ctxeval.dataset;

import java.io.Serializable;
import java.util.List;

/**
 * Things worth a count in the report of an input (formats.md 4.2.7).
 *
 * @param unparsedLists texts that look like a list of objects but have no grammar, kept whole as one chunk
 * @param replacementCharacters U+FFFD seen in mapped text
 * @param remarks what else was odd
 */
public record ReadingNotes(int unparsedLists, int replacementCharacters, List<Remark> remarks) implements Serializable {
    public static final ReadingNotes NONE = new ReadingNotes(0, 0, List.of());

    public ReadingNotes {
        remarks = List.copyOf(remarks);
    }

    /** Nothing but remarks. */
    public static ReadingNotes of(List<Remark> remarks) {
        return remarks.isEmpty() ? NONE : new ReadingNotes(0, 0, remarks);
    }

    /** These notes and those of another row. */
    public ReadingNotes with(ReadingNotes other) {
        return other.equals(NONE)
                ? this
                : new ReadingNotes(
                        unparsedLists + other.unparsedLists,
                        replacementCharacters + other.replacementCharacters,
                        Remark.sum(remarks, other.remarks));
    }
}
