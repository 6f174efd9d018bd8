package io.ctxeval.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The words of a text (metrics.md 6.0): Unicode NFKC, lower case of the root locale, then maximal runs of letters, marks and
 * decimal digits. Code points of Han, Hiragana, Katakana, Thai, Lao, Khmer and Myanmar, which are written without spaces, are
 * words one by one. Promised for code points of Unicode 13.
 *
 * <p>This is the plain definition. {@link WordScanner} gives the same words as numbers, many times faster.
 */
public final class Words {
    /** From so many code points on, a word is content. */
    public static final int CONTENT_LENGTH = 4;

    private Words() {}

    /** The words in order: {@code "The U.S. isn't Ünïque: 東京"} has {@code the u s isn t ünïque 東 京}. */
    public static List<String> words(String text) {
        String folded = fold(text);
        List<String> words = new ArrayList<>();
        int from = -1;
        for (int i = 0; i < folded.length(); ) {
            int codePoint = folded.codePointAt(i);
            int next = i + Character.charCount(codePoint);
            boolean part = CodePoints.isWordPart(codePoint);
            boolean alone = part && CodePoints.standsAlone(codePoint);
            if (from >= 0 && (!part || alone)) {
                words.add(folded.substring(from, i));
                from = -1;
            }
            if (alone) {
                words.add(folded.substring(i, next));
            } else if (part && from < 0) {
                from = i;
            }
            i = next;
        }
        if (from >= 0) {
            words.add(folded.substring(from));
        }
        return words;
    }

    /** The distinct content words, in order of first occurrence. */
    public static Set<String> content(String text) {
        Set<String> content = new LinkedHashSet<>();
        for (String word : words(text)) {
            if (isContent(word)) {
                content.add(word);
            }
        }
        return content;
    }

    /**
     * Whether a word carries content: at least {@value #CONTENT_LENGTH} code points, or a digit in it, or a single code point of
     * a script without spaces.
     *
     * @param word one of {@link #words}
     */
    public static boolean isContent(String word) {
        if (word.codePointCount(0, word.length()) >= CONTENT_LENGTH) {
            return true;
        }
        return word.codePoints().anyMatch(c -> Character.isDigit(c) || CodePoints.standsAlone(c));
    }

    static String fold(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }
}
