package io.ctxeval.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of Markdown that is being written. */
final class Page {
    /** Rows from which on a table is too long to stand open. */
    static final int FEW = 12;

    private static final int CELL = 160;
    private static final int SENTENCE = 1000;

    private final StringBuilder out = new StringBuilder();

    /** Text of the data as a cell or a word of a sentence: bounded and escaped; a dash for what isn't there. */
    static String safe(@Nullable String text) {
        return text == null ? Shown.ABSENT : ShownText.markdown(text, CELL);
    }

    /** As {@link #safe}, for sentences that are to be read to their end: reasons and warnings. */
    static String sentence(@Nullable String text) {
        return text == null ? Shown.ABSENT : ShownText.markdown(text, SENTENCE);
    }

    void heading(String text) {
        line("");
        line("## " + text);
        line("");
    }

    void header(String... names) {
        header(List.of(names));
    }

    void header(List<String> names) {
        row(names);
        line("|" + " --- |".repeat(names.size()));
    }

    void row(String... cells) {
        row(List.of(cells));
    }

    void row(List<String> cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    void line(String text) {
        out.append(text).append('\n');
    }

    /** Begins a part that opens on a click, with a title of our own words; readers that know no HTML show it open. */
    void fold(String title) {
        line("<details><summary>" + title + "</summary>");
        line("");
    }

    /** Ends such a part. */
    void unfold() {
        line("");
        line("</details>");
    }

    /** A table of so many rows, folded if it is long. */
    void foldIfLong(int rows, String title, Runnable table) {
        if (rows <= FEW) {
            table.run();
            return;
        }
        fold(title);
        table.run();
        unfold();
    }

    /** Adds a section that was written elsewhere. */
    void append(String section) {
        out.append(section);
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
