package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.ReadingNotes;
import io.ctxeval.dataset.Remark;
import java.util.ArrayList;
import java.util.List;

/** Counts what the reading of one row had to put up with. */
final class Tally {
    private int unparsedLists;
    private int replacementCharacters;
    private final List<Remark> remarks = new ArrayList<>(0);

    void unparsedList() {
        unparsedLists++;
    }

    void remark(Remark remark) {
        remarks.add(remark);
    }

    /** What was odd so far. */
    List<Remark> remarks() {
        return remarks;
    }

    /** Counts the U+FFFD in a mapped text and gives the text back. */
    String text(String text) {
        for (int at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
            replacementCharacters++;
        }
        return text;
    }

    ReadingNotes notes() {
        return unparsedLists == 0 && replacementCharacters == 0 && remarks.isEmpty()
                ? ReadingNotes.NONE
                : new ReadingNotes(unparsedLists, replacementCharacters, remarks);
    }
}
