package io.ctxeval.rehearsal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A user message, split at its fence: two lines with the same nonce of twelve hex digits, a JSON object between them (metrics.md
 * 5.1). The first such pair counts, and it ends at the first line that repeats the nonce: what breaks out of its fence is seen
 * outside.
 *
 * @param document null: none was found
 * @param outside everything else
 */
record Fenced(@Nullable String document, String outside) {
    private static final Pattern NONCE = Pattern.compile("(?<![0-9A-Za-z])[0-9a-f]{12}(?![0-9A-Za-z])");

    static Fenced of(String message) {
        int start = 0;
        while (start < message.length()) {
            int end = endOfLine(message, start);
            int bodyStart = Math.min(message.length(), end + 1);
            boolean opens = bodyStart < message.length() && startsObject(message, bodyStart);
            Matcher nonce = NONCE.matcher(message).region(start, end);
            if (opens && nonce.find()) {
                int close = message.indexOf(nonce.group(), bodyStart);
                if (close >= 0) {
                    int bodyEnd = message.lastIndexOf('\n', close);
                    int closeEnd = endOfLine(message, close);
                    return new Fenced(
                            message.substring(bodyStart, Math.max(bodyStart, bodyEnd))
                                    .strip(),
                            message.substring(0, start) + message.substring(closeEnd));
                }
            }
            start = end + 1;
        }
        return new Fenced(null, message);
    }

    private static boolean startsObject(String message, int from) {
        int i = from;
        while (i < message.length() && Character.isWhitespace(message.charAt(i))) {
            i++;
        }
        return i < message.length() && message.charAt(i) == '{';
    }

    private static int endOfLine(String message, int from) {
        int end = message.indexOf('\n', from);
        return end < 0 ? message.length() : end;
    }
}
