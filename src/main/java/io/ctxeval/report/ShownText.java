package io.ctxeval.report;

import io.ctxeval.plan.OneLine;

/** Text of the data made safe to show: bounded, in one line, without what a terminal or a Markdown reader would obey. */
final class ShownText {
    /** Marks that Markdown reads wherever they stand. */
    private static final String ANYWHERE = "`|~$";

    /** Marks that begin a heading, a list, a quotation or a task at the start of a text. */
    private static final String AT_START = "#>+-=[";

    private ShownText() {}

    /** At most so many code points, the last replaced by an ellipsis where something is cut off. */
    static String bounded(String text, int most) {
        if (text.length() <= most || text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** As {@link #bounded}, but ends behind a whole word where one ends in the last third. */
    static String wholeWords(String text, int most) {
        String bounded = bounded(text, most);
        if (bounded.length() == text.length()) {
            return text;
        }
        int end = bounded.length() - 1; // where the ellipsis stands
        int blank = Character.isWhitespace(text.charAt(end)) ? end : bounded.lastIndexOf(' ');
        return blank > 2 * end / 3 ? bounded.substring(0, blank).stripTrailing() + "…" : bounded;
    }

    /** One bounded line for a terminal: line breaks, control characters and direction overrides become spaces. */
    static String line(String text, int most) {
        StringBuilder line = new StringBuilder();
        // Bounded before the loop, so that a text of megabytes costs nothing here.
        wholeWords(text, most).codePoints().forEach(c -> line.appendCodePoint(OneLine.isObeyed(c) ? ' ' : c));
        return line.toString();
    }

    /**
     * One bounded line that Markdown and HTML show as it is, also inside a table. Only what would be read as markup is escaped,
     * so that ordinary text looks ordinary before it is rendered, too.
     */
    static String markdown(String text, int most) {
        String line = line(text, most);
        StringBuilder safe = new StringBuilder(line.length() + 16);
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            switch (c) {
                case '&' -> safe.append(isNext(line, i, "#", true) ? "&amp;" : "&");
                case '<' -> safe.append(isNext(line, i, "/!?", true) ? "&lt;" : "<");
                // Bare addresses become links in many readers.
                case '@' -> safe.append(isInsideWord(line, i) ? "&#64;" : "@");
                default -> {
                    if (isMark(line, i, c)) {
                        safe.append('\\');
                    }
                    safe.append(c);
                }
            }
        }
        return safe.toString();
    }

    /** One bounded line as code: shown as it is but for back quotes, which become straight ones. */
    static String code(String text, int most) {
        return "`" + line(text, most).replace('`', '\'') + "`";
    }

    private static boolean isMark(String line, int i, char c) {
        return switch (c) {
            case '\\' -> i + 1 == line.length() || !Character.isLetterOrDigit(line.charAt(i + 1));
            case '_' -> !isInsideWord(line, i);
            case '*' -> !isAlone(line, i);
            case ']' -> isNext(line, i, "([", false);
            case '!' -> isNext(line, i, "[", false);
            case ':' -> line.startsWith("://", i);
            case '.' -> i >= 3 && line.regionMatches(true, i - 3, "www", 0, 3);
            default -> ANYWHERE.indexOf(c) >= 0 || (i == 0 && AT_START.indexOf(c) >= 0);
        };
    }

    private static boolean isNext(String line, int i, String marks, boolean orLetter) {
        if (i + 1 == line.length()) {
            return false;
        }
        char next = line.charAt(i + 1);
        return marks.indexOf(next) >= 0 || (orLetter && Character.isLetter(next));
    }

    private static boolean isAlone(String line, int i) {
        return i > 0 && line.charAt(i - 1) == ' ' && i + 1 < line.length() && line.charAt(i + 1) == ' ';
    }

    private static boolean isInsideWord(String line, int i) {
        return i > 0
                && i + 1 < line.length()
                && Character.isLetterOrDigit(line.charAt(i - 1))
                && Character.isLetterOrDigit(line.charAt(i + 1));
    }
}
