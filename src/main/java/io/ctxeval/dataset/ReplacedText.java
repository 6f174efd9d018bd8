package io.ctxeval.dataset;

import java.util.Locale;

/** What to say of U+FFFD in the texts of an input. */
final class ReplacedText {
    private ReplacedText() {}

    /**
     * What was found in the first records, where, and what to do.
     *
     * @param first the first record with one
     */
    static String warning(int characters, Origin first) {
        String name = first.file().toLowerCase(Locale.ROOT);
        boolean table = name.contains(".csv") || name.contains(".tsv") || name.contains(".tab");
        return String.format(
                Locale.ROOT,
                "%,d of the characters in the first %,d records are the replacement character U+FFFD, first in %s at %d. %s",
                characters,
                Inputs.PREVIEW_RECORDS,
                first.file(),
                first.position(),
                table
                        ? "It stands for bytes that are no UTF-8: if the file is in another encoding, name it, such as"
                                + " options.encoding=windows-1252"
                        : "It stands for text that was lost before it was logged, or was logged in another encoding: see"
                                + " to what writes the log; the scores of these rows take it as it is");
    }
}
