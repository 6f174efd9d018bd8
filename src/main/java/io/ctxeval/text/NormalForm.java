package io.ctxeval.text;

import java.text.Normalizer;

/**
 * The form in which texts are compared for exact copies (metrics.md 3.1): Unicode NFC, every run of white space one space, no
 * white space at the ends. Case matters.
 */
public final class NormalForm {
    private NormalForm() {}

    /** The normal form; a text that is in it already comes back itself. */
    public static String of(String text) {
        String composed = isAscii(text) || Normalizer.isNormalized(text, Normalizer.Form.NFC) ? text : compose(text);
        return isFolded(composed) ? composed : fold(composed);
    }

    /** Whether the normal form is empty. */
    public static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!CodePoints.isWhiteSpace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String compose(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFolded(String text) {
        boolean afterSpace = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean space = CodePoints.isWhiteSpace(c);
            if (space && (afterSpace || c != ' ')) {
                return false;
            }
            afterSpace = space;
        }
        return text.isEmpty() || !afterSpace;
    }

    private static String fold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!CodePoints.isWhiteSpace(c)) {
                folded.append(c);
            } else if (!folded.isEmpty() && folded.charAt(folded.length() - 1) != ' ') {
                folded.append(' ');
            }
        }
        if (!folded.isEmpty() && folded.charAt(folded.length() - 1) == ' ') {
            folded.setLength(folded.length() - 1);
        }
        return folded.toString();
    }
}
