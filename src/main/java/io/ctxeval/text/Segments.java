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

    /** The segments in order: {@code "It rained; we left. Why? No."} has three, for {@code No} alone is no content. */
    public static List<Segment> of(String text) {
        List<Segment> segments = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isSeparator(c)) {
                add(segments, text, from, i);
                from = i + 1;
            } else if (endsAfter(text, i)) {
                add(segments, text, from, i + 1);
                from = i + 1;
            }
        }
        add(segments, text, from, text.length());
        return segments;
    }

    /** The segments' own texts. */
    public static List<String> texts(String text) {
        return of(text).stream().map(segment -> segment.in(text)).toList();
    }

    static boolean isSeparator(char c) {
        return c == ';' || CodePoints.isLineBreak(c);
    }

    private static boolean endsAfter(String text, int i) {
        char c = text.charAt(i);
        if (CodePoints.endsSentenceBeforeSpace(c)) {
            return i + 1 < text.length() && CodePoints.isWhiteSpace(text.charAt(i + 1));
        }
        return CodePoints.endsSentence(c);
    }

    private static void add(List<Segment> segments, String text, int from, int to) {
        int first = from;
        int end = to;
        while (first < end && CodePoints.isWhiteSpace(text.charAt(first))) {
            first++;
        }
        while (end > first && CodePoints.isWhiteSpace(text.charAt(end - 1))) {
            end--;
        }
        if (first < end && counts(Words.words(text.substring(first, end)))) {
            segments.add(new Segment(first, end));
        }
    }

    private static boolean counts(List<String> words) {
        return words.size() >= 2 || (words.size() == 1 && Words.isContent(words.get(0)));
    }
}
