package io.ctxeval.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The sentences and clauses of a text (metrics.md 6.0). A text is split after {@code . ! ?} (also full-width) before white space,
 * after an ideographic full stop, at {@code ;} and at line breaks. A piece counts if it has two words or one content word.
 */
public final class Segments {
    private Segments() {}

    /**
     * A segment as a range of the text, without white space around it.
     *
     * @param from first character, inclusive
     * @param to end, exclusive
     */
    public record Segment(int from, int to) {
        /** The segment verbatim. */
        public String in(String text) {
            return text.substring(from, to);
        }
    }

    /** The segments in order: {@code "It rained; we left. Why? No."} has two, for single short words are no content. */
    public static List<Segment> of(String text) {
        List<Segment> segments = pieces(text);
        segments.removeIf(piece -> !counts(Words.words(piece.in(text))));
        return segments;
    }

    /** The segments' own texts. */
    public static List<String> texts(String text) {
        return of(text).stream().map(segment -> segment.in(text)).toList();
    }

    /** What lies between the splits, trimmed, without the empty pieces; all words of the text are in one of them. */
    static List<Segment> pieces(String text) {
        List<Segment> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            if (isSeparator(text.charAt(i))) {
                add(pieces, text, from, i);
                from = i + 1;
            } else if (endsAfter(text, i)) {
                add(pieces, text, from, i + 1);
                from = i + 1;
            }
        }
        add(pieces, text, from, text.length());
        return pieces;
    }

    static boolean counts(List<String> words) {
        return words.size() >= 2 || (words.size() == 1 && Words.isContent(words.get(0)));
    }

    private static boolean isSeparator(char c) {
        return c == ';' || CodePoints.isLineBreak(c);
    }

    private static boolean endsAfter(String text, int i) {
        char c = text.charAt(i);
        if (CodePoints.endsSentenceBeforeSpace(c)) {
            return i + 1 < text.length() && CodePoints.isWhiteSpace(text.charAt(i + 1));
        }
        return CodePoints.endsSentence(c);
    }

    private static void add(List<Segment> pieces, String text, int from, int to) {
        int first = from;
        int end = to;
        while (first < end && CodePoints.isWhiteSpace(text.charAt(first))) {
            first++;
        }
        while (end > first && CodePoints.isWhiteSpace(text.charAt(end - 1))) {
            end--;
        }
        if (first < end) {
            pieces.add(new Segment(first, end));
        }
    }
}
