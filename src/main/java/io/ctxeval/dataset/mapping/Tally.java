package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.ReadingNotes;

/** Counts what the reading of one row had to put up with. */
final class Tally {
    private int unparsedLists;
    private int replacementCharacters;

    void unparsedList() {
        unparsedLists++;
    }

    /** Counts the U+FFFD in a mapped text and gives the text back. */
    String text(String text) {
        for (int at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
            replacementCharacters++;
        }
        return text;
    }

    ReadingNotes notes() {
        return unparsedLists == 0 && replacementCharacters == 0
                ? ReadingNotes.NONE
                : new ReadingNotes(unparsedLists, replacementCharacters);
    }
}
