package io.ctxeval.text;

import java.lang.Character.UnicodeScript;

/** The classes of code points on which words, sentences and normal forms rest; Unicode 13, as Java 17 knows it. */
final class CodePoints {
    private static final int WORD_TYPES = 1 << Character.UPPERCASE_LETTER
            | 1 << Character.LOWERCASE_LETTER
            | 1 << Character.TITLECASE_LETTER
            | 1 << Character.MODIFIER_LETTER
            | 1 << Character.OTHER_LETTER
            | 1 << Character.NON_SPACING_MARK
            | 1 << Character.COMBINING_SPACING_MARK
            | 1 << Character.ENCLOSING_MARK
            | 1 << Character.DECIMAL_DIGIT_NUMBER;
    private static final int MARK_TYPES =
            1 << Character.NON_SPACING_MARK | 1 << Character.COMBINING_SPACING_MARK | 1 << Character.ENCLOSING_MARK;
    private static final int PUNCTUATION_TYPES = 1 << Character.CONNECTOR_PUNCTUATION
            | 1 << Character.DASH_PUNCTUATION
            | 1 << Character.START_PUNCTUATION
            | 1 << Character.END_PUNCTUATION
            | 1 << Character.INITIAL_QUOTE_PUNCTUATION
            | 1 << Character.FINAL_QUOTE_PUNCTUATION
            | 1 << Character.OTHER_PUNCTUATION;

    private CodePoints() {}

    /** Letters, marks and decimal digits: what words are made of. */
    static boolean isWordPart(int codePoint) {
        return ((WORD_TYPES >>> Character.getType(codePoint)) & 1) != 0;
    }

    static boolean isMark(int codePoint) {
        return ((MARK_TYPES >>> Character.getType(codePoint)) & 1) != 0;
    }

    /** Unicode punctuation, and the symbols that ASCII counts among its punctuation ({@code $+<=>^`|~}). */
    private static boolean isPunctuation(int codePoint) {
        if (((PUNCTUATION_TYPES >>> Character.getType(codePoint)) & 1) != 0) {
            return true;
        }
        return codePoint < 0x80 && "$+<=>^`|~".indexOf(codePoint) >= 0;
    }

    /** Punctuation and control characters: the normal form of answers drops them without a trace. */
    static boolean isDropped(int codePoint) {
        return isPunctuation(codePoint) || Character.isISOControl(codePoint);
    }

    /** Whether a word part is a word of its own: scripts written without spaces between words. */
    static boolean standsAlone(int codePoint) {
        if (codePoint < 0xE00) {
            return false;
        }
        return switch (UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    /** The Unicode property White_Space. */
    static boolean isWhiteSpace(int c) {
        if (c < 0x80) {
            return c == ' ' || isAsciiControlSpace(c);
        }
        return switch (c) {
            case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
            default -> 0x2000 <= c && c <= 0x200A;
        };
    }

    /** Line feed, vertical tab, form feed, carriage return, next line, line and paragraph separator. */
    static boolean isLineBreak(int c) {
        return switch (c) {
            case '\n', 0x0B, '\f', '\r', 0x85, 0x2028, 0x2029 -> true;
            default -> false;
        };
    }

    /** Full stop, exclamation and question mark, and their full-width forms: they end a sentence before white space. */
    static boolean endsSentenceBeforeSpace(int c) {
        return switch (c) {
            case '.', '!', '?', 0xFF0E, 0xFF01, 0xFF1F -> true;
            default -> false;
        };
    }

    /** The ideographic full stop and its half-width form: they end a sentence wherever they stand. */
    static boolean endsSentence(int c) {
        return c == 0x3002 || c == 0xFF61;
    }

    private static boolean isAsciiControlSpace(int c) {
        return '\t' <= c && c <= '\r';
    }
}
