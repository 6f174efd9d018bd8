package io.ctxeval.judge;

/**
 * A word or a number of an English sentence.
 *
 * @param text in small letters; a number in its one spelling ({@link Numerals}); a label with its noun, such as {@code platform 3}
 */
record Term(String text, Kind kind) {
    /** What a term can be to a statement. */
    enum Kind {
        WORD,
        /** Has a capital letter behind the sentence's first word. */
        NAME,
        NUMBER,
        /** Tells one thing from others of its kind: {@code platform 3}, {@code a17}. */
        LABEL,
        /** The month of a date, beside its day or year. */
        DATE,
        /** When something holds, time after time: {@code sundays}, a month alone. */
        OCCASION
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** Whether it may be what a statement states. */
    boolean isValue() {
        return kind != Kind.WORD;
    }

    /** Whether it says what or which case a statement is about, never what is stated. */
    boolean setsApart() {
        return kind == Kind.LABEL || kind == Kind.OCCASION;
    }
}
