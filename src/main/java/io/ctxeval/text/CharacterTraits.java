package io.ctxeval.text;

import java.text.Normalizer;

/** What the word scanner asks about each UTF-16 code unit, looked up in one array instead of Unicode's many. */
final class CharacterTraits {
    /** A part of words. */
    static final int WORD = 1;
    /** A word of its own. */
    static final int ALONE = 2;
    /** White space, or a character that can end a sentence: a separator before and after normalization. */
    static final int BREAK = 4;
    /** NFKC leaves it as it is, next to any other character of this trait and next to ASCII. */
    static final int STABLE = 8;
    /** Its lower case isn't one character, or depends on its neighbours. */
    static final int CONTEXTUAL_CASE = 16;

    private static final byte[] TRAITS = new byte[1 << Character.SIZE];

    static {
        for (int c = 0; c < TRAITS.length; c++) {
            TRAITS[c] = (byte) traitsOf(c);
        }
    }

    private CharacterTraits() {}

    static int of(char c) {
        return TRAITS[c];
    }

    private static int traitsOf(int c) {
        int traits = 0;
        if (CodePoints.isWordPart(c)) {
            traits |= CodePoints.standsAlone(c) ? WORD | ALONE : WORD;
        }
        if (CodePoints.isWhiteSpace(c) || CodePoints.endsSentence(c) || CodePoints.endsSentenceBeforeSpace(c)) {
            traits |= BREAK;
        }
        if (c == 'Σ' || c == 'İ') {
            traits |= CONTEXTUAL_CASE;
        } else if (isStable(c)) {
            traits |= STABLE;
        }
        return traits;
    }

    /** Only marks and the conjoining vowels and finals of Hangul can join with a character before them. */
    private static boolean isStable(int c) {
        if (Character.isSurrogate((char) c) || CodePoints.isMark(c) || isJoiningJamo(c)) {
            return false;
        }
        return Normalizer.isNormalized(String.valueOf((char) c), Normalizer.Form.NFKC);
    }

    private static boolean isJoiningJamo(int c) {
        return 0x1160 <= c && c <= 0x11FF;
    }
}
