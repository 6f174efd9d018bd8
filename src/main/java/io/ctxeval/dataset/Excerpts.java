package io.ctxeval.dataset;

import java.nio.charset.StandardCharsets;

/** Cuts texts down to what a rejection shows. */
final class Excerpts {
    private static final int MOST_BYTES_OF_A_CHARACTER = 4;

    private Excerpts() {}

    static String of(String text) {
        if (text.length() <= Rejection.EXCERPT_CHARACTERS) {
            return text;
        }
        int end = Rejection.EXCERPT_CHARACTERS;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    /** A message without the lines of context that Spark adds. */
    static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /** The start of bytes that should be UTF-8; U+FFFD where they aren't. */
    static String of(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, MOST_BYTES_OF_A_CHARACTER * Rejection.EXCERPT_CHARACTERS);
        return of(new String(bytes, from, length, StandardCharsets.UTF_8));
    }
}
