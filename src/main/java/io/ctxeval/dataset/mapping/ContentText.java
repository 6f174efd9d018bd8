package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of a message's content in any of the usual forms: a text, a list of parts, an object around either. Text parts are
 * joined with a line break; images, calls, results and thoughts are left out (formats.md 3.6).
 */
final class ContentText {
    private static final Set<String> SILENT_PARTS = Set.of(
            "tool_call",
            "tool_use",
            "tool_result",
            "tool_call_response",
            "function_call",
            "function_call_output",
            "image",
            "image_url",
            "input_image",
            "reasoning",
            "thinking");
    private static final String[] KEYS = {
        "text", "content", "parts", "message", "contents", "message_content", "message_content.text", "kwargs", "data"
    };
    private static final int MAX_DEPTH = 50;

    private ContentText() {}

    /** Null where there is no text in it. */
    static @Nullable String of(@Nullable Node content) {
        return of(content, 0);
    }

    private static @Nullable String of(@Nullable Node content, int depth) {
        if (content == null || depth > MAX_DEPTH) {
            return null;
        }
        return switch (content.kind()) {
            case NULL, BOOLEAN -> null;
            case TEXT, NUMBER -> content.text();
            case LIST -> ofParts(content.elements(), depth);
            case OBJECT -> ofObject(content, depth);
        };
    }

    private static @Nullable String ofParts(List<Node> parts, int depth) {
        List<String> texts = new ArrayList<>();
        for (Node part : parts) {
            String text = isSilent(part) ? null : of(part, depth + 1);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts.isEmpty() ? null : String.join("\n", texts);
    }

    private static boolean isSilent(Node part) {
        Node type = part.kind() == Node.Kind.OBJECT ? part.get("type") : null;
        return type != null && type.kind() == Node.Kind.TEXT && SILENT_PARTS.contains(type.text());
    }

    private static @Nullable String ofObject(Node object, int depth) {
        for (String key : KEYS) {
            Node value = object.get(key);
            String text = value == null || value.kind() == Node.Kind.NUMBER ? null : of(value, depth + 1);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    /** One text of several: a blank between two only where neither has white space at the seam; nulls add nothing. */
    static String seamless(List<@Nullable String> pieces) {
        StringBuilder whole = new StringBuilder();
        for (String piece : pieces) {
            if (piece == null || piece.isEmpty()) {
                continue;
            }
            boolean seam = whole.length() > 0
                    && !Character.isWhitespace(whole.charAt(whole.length() - 1))
                    && !Character.isWhitespace(piece.charAt(0));
            whole.append(seam ? " " : "").append(piece);
        }
        return whole.toString();
    }
}
