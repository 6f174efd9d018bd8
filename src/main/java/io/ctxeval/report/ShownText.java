package io.ctxeval.report;

/** Text of the data made safe to show: bounded, in one line, without what a terminal or a Markdown reader would obey. */
final class ShownText {
    /** ASCII punctuation that Markdown reads; the underscore only matters at the edge of a word. */
    private static final String MARKS = "\\`*[]{}|#~!$^=+";

    private ShownText() {}

    /** At most so many code points, the last replaced by an ellipsis where something is cut off. */
    static String bounded(String text, int most) {
        if (text.length() <= most || text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** One bounded line for a terminal: line breaks, control characters and direction overrides become spaces. */
    static String line(String text, int most) {
        StringBuilder line = new StringBuilder();
        // Bounded before the loop, so that a text of megabytes costs nothing here.
        bounded(text, most).codePoints().forEach(c -> line.appendCodePoint(isObeyed(c) ? ' ' : c));
        return line.toString();
    }

    /** One bounded line that Markdown and HTML show as it is, also inside a table. */
    static String markdown(String text, int most) {
        String line = line(text, most);
        StringBuilder safe = new StringBuilder(line.length() + 16);
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '_' -> safe.append(isInsideWord(line, i) ? "_" : "\\_");
                // Bare addresses become links in many readers.
                case ':' -> safe.append(line.startsWith("://", i) ? "\\:" : ":");
                case '.' -> safe.append(i >= 3 && line.regionMatches(true, i - 3, "www", 0, 3) ? "\\." : ".");
                case '@' -> safe.append("&#64;");
                default -> {
                    if (MARKS.indexOf(c) >= 0) {
                        safe.append('\\');
                    }
                    safe.append(c);
                }
            }
        }
        return safe.toString();
    }

    private static boolean isInsideWord(String line, int i) {
        return i > 0
                && i + 1 < line.length()
                && Character.isLetterOrDigit(line.charAt(i - 1))
                && Character.isLetterOrDigit(line.charAt(i + 1));
    }

    private static boolean isObeyed(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
