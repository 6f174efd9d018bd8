package io.ctxeval.report;

/** A part of a Markdown page that opens on a click; readers that know no HTML show it open. */
final class Fold {
    /** Ends the part. */
    static final String END = "\n</details>\n";

    private Fold() {}

    /**
     * Begins a part.
     *
     * @param title of our own words
     */
    static String begin(String title) {
        return "<details><summary>" + title + "</summary>\n\n";
    }
}
