package io.ctxeval.judge;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A word or a number of an English sentence.
 *
 * @param text in small letters; a number in its one spelling ({@link Numerals}); a label with its noun, such as {@code platform 3}
 */
record Term(String text, Kind kind) {
    private static final Pattern BLANK = Pattern.compile(" ");

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

    /** Of a label its noun and its number, of others the text. */
    List<String> parts() {
        return List.of(BLANK.split(text, 0));
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
