package io.ctxeval.judge;

/** The script of a text: the embedding model knows English, so texts mostly in another script than Latin are compared by words. */
final class Script {
    private Script() {}

    /** Whether at least half of the letters are Latin; so are texts without letters. */
    static boolean isLatin(String text) {
        long balance = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c < 0x80) {
                balance += 'a' <= (c | 0x20) && (c | 0x20) <= 'z' ? 1 : 0;
            } else if (Character.isLetter(c)) {
                balance += Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN ? 1 : -1;
            }
        }
        return balance >= 0;
    }
}
