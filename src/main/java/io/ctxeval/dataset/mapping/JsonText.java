package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** Writes values that didn't come as JSON as JSON text, the way Python's {@code json.dumps(ensure_ascii=False)} spaces it. */
final class JsonText {
    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private JsonText() {}

    static String ofString(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        string(text, out);
        return out.toString();
    }

    static String of(Node node) {
        StringBuilder out = new StringBuilder();
        write(node, out);
        return out.toString();
    }

    private static void write(Node node, StringBuilder out) {
        switch (node.kind()) {
            case NULL -> out.append("null");
            case TEXT -> string(node.text(), out);
            case NUMBER -> out.append(number(node.text()));
            case BOOLEAN -> out.append(node.text());
            case LIST -> list(node.elements(), out);
            case OBJECT -> object(node, out);
        }
    }

    private static void list(List<Node> elements, StringBuilder out) {
        String separator = "[";
        for (Node element : elements) {
            out.append(separator);
            out.append(element.json());
            separator = ", ";
        }
        out.append(elements.isEmpty() ? "[]" : "]");
    }

    private static void object(Node node, StringBuilder out) {
        String separator = "{";
        for (String key : node.keys()) {
            Node value = node.get(key);
            out.append(separator);
            string(key, out);
            out.append(": ").append(value == null ? "null" : value.json());
            separator = ", ";
        }
        out.append(node.keys().isEmpty() ? "{}" : "}");
    }

    /** The spelling itself if JSON allows it; {@code 1.} and {@code .5}, as numpy prints them, in digits that it does. */
    private static String number(String spelling) {
        if (JSON_NUMBER.matcher(spelling).matches()) {
            return spelling;
        }
        try {
            return new BigDecimal(spelling).toString();
        } catch (NumberFormatException notFinite) {
            return "null";
        }
    }

    static void string(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || isLoneSurrogate(text, i)) {
                        escape(c, out);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Half of a pair has no UTF-8 form and would become a question mark. */
    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static void escape(char c, StringBuilder out) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(Character.forDigit((c >> shift) & 0xF, 16));
        }
    }
}
