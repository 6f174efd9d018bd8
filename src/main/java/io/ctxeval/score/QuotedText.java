package io.ctxeval.score;

import io.ctxeval.text.NormalForm;
import java.util.BitSet;
import java.util.function.ToIntFunction;

/**
 * A chunk in which quotes are looked up and marked: both in normal form and case folded (metrics.md 3.2).
 */
final class QuotedText {
    private final String text;
    private final String folded;
    private final BitSet marked = new BitSet();

    QuotedText(String text) {
        String normal = NormalForm.of(text);
        folded = caseFolded(normal);
        this.text = folded.length() == normal.length() ? normal : folded;
    }

    /** Marks the first occurrence of a quote; false: it isn't there, or is blank and proves nothing. */
    boolean mark(String quote) {
        String wanted = caseFolded(NormalForm.of(quote));
        int at = wanted.isEmpty() ? -1 : folded.indexOf(wanted);
        if (at < 0) {
            return false;
        }
        marked.set(at, at + wanted.length());
        return true;
    }

    /** Tokens of the marked stretches; overlapping quotes count once. */
    int markedTokens(ToIntFunction<String> tokens) {
        int sum = 0;
        for (int from = marked.nextSetBit(0); from >= 0; from = marked.nextSetBit(from)) {
            int to = marked.nextClearBit(from);
            sum += tokens.applyAsInt(text.substring(from, to));
            from = to;
        }
        return sum;
    }

    /** Folds code point by code point, so that places in the folded text are places in the text. */
    private static String caseFolded(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints()
                .map(codePoint -> Character.toLowerCase(Character.toUpperCase(codePoint)))
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }
}
