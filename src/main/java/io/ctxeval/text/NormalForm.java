package io.ctxeval.text;

import java.text.Normalizer;

/**
 * The form in which texts are compared for exact copies (metrics.md 3.1): Unicode NFC, every run of white space one space, no
 * white space at the ends. Case matters.
 */
public final class NormalForm {
    /** The sketch of a text that has characters beyond ASCII where a sketch looks. */
    public static final long UNKNOWN = 0;

    private static final int SKETCHED = 8;

    private NormalForm() {}

    /** The normal form; a text that is in it already comes back itself. */
    public static String of(String text) {
        String composed = isAscii(text) || Normalizer.isNormalized(text, Normalizer.Form.NFC) ? text : compose(text);
        return isFolded(composed) ? composed : fold(composed);
    }

    /**
     * A number that tells most texts apart at a glance: two texts whose sketches differ, and neither is {@link #UNKNOWN}, have
     * different normal forms. It is made of the first and last characters that are no white space.
     */
    public static long sketch(String text) {
        long start = 0;
        int found = 0;
        int i = 0;
        for (; i < text.length() && found < SKETCHED; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return UNKNOWN;
            }
            if (!CodePoints.isWhiteSpace(c)) {
                start = (start << Byte.SIZE) | c;
                found++;
            }
        }
        // A mark behind the last of them would join with it.
        if (i < text.length() && text.charAt(i) >= 0x80) {
            return UNKNOWN;
        }
        long end = 0;
        found = 0;
        for (i = text.length() - 1; i >= 0 && found < SKETCHED; i--) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return UNKNOWN;
            }
            if (!CodePoints.isWhiteSpace(c)) {
                end = (end << Byte.SIZE) | c;
                found++;
            }
        }
        return (start * 31 + end) | Long.MIN_VALUE;
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
