package io.ctxeval.plan;

import java.util.Locale;

/** A message that stays on its line whatever was written into it: control characters are shown escaped. */
public final class OneLine {
    private OneLine() {}

    /** The text with line breaks as {@code \\n}, tabs as {@code \\t}, other controls and direction marks as {@code \\u001b}. */
    public static String of(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (isObeyed(c)) {
                        line.append(String.format(Locale.ROOT, "\\u%04x", c));
                    } else {
                        line.appendCodePoint(c);
                    }
                }
            }
        });
        return line.toString();
    }

    /** The first code points of a text, with an ellipsis where more follow; no code point is cut in two. */
    public static String start(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
    }

    /** Whether a terminal or a reader would obey a code point rather than show it: controls, line ends, direction marks. */
    public static boolean isObeyed(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
