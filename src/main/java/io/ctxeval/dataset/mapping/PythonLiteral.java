package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Python's {@code repr} and numpy's {@code str} and {@code repr} print of lists, tuples, sets, dictionaries, texts,
 * numbers, None, True, False and nan (formats.md 3.2). Neighbours in a list need no comma, only a blank or a line break between
 * them, since numpy prints none; {@code array([…], dtype=object)} is its list, {@code np.str_('x')} its value.
 *
 * <p>Reprs of other objects, and numpy's shortened {@code ...}, are refused: there is no way to tell their values.
 */
final class PythonLiteral {
    private static final int MAX_DEPTH = 300;
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    private static final Pattern DTYPE = Pattern.compile("\\s*,\\s*dtype=[^()]*(\\([^()]*\\))?\\s*");

    private final String text;
    private int at;
    private int depth;

    private PythonLiteral(String text) {
        this.text = text;
    }

    /** The value, or null where the text is none of these. */
    static @Nullable Node read(String text) {
        PythonLiteral literal = new PythonLiteral(text);
        try {
            Node value = literal.value();
            literal.blanks();
            return literal.at == text.length() ? value : null;
        } catch (NoLiteral refused) {
            return null;
        }
    }

    private Node value() {
        blanks();
        if (++depth > MAX_DEPTH) {
            throw new NoLiteral();
        }
        Node value = switch (peek()) {
            case '[' -> list();
            case '(' -> tuple();
            case '{' -> braces();
            case '\'', '"' -> PlainValue.text(PythonText.quoted(this, ""));
            default -> word();
        };
        depth--;
        return value;
    }

    private Node list() {
        at++;
        List<Node> items = new ArrayList<>();
        while (true) {
            int end = at;
            blanks();
            if (passed(']')) {
                return PlainValue.list(items);
            }
            boolean apart = at > end || items.isEmpty();
            if (!items.isEmpty() && passed(',')) {
                apart = true;
                blanks();
                if (passed(']')) {
                    return PlainValue.list(items);
                }
            }
            if (!apart) {
                throw new NoLiteral();
            }
            items.add(value());
        }
    }

    private Node tuple() {
        at++;
        List<Node> items = new ArrayList<>();
        boolean comma = true;
        while (true) {
            blanks();
            if (passed(')')) {
                // (x) is x in brackets; a tuple of one is printed (x,)
                if (items.size() == 1 && !comma) {
                    throw new NoLiteral();
                }
                return PlainValue.list(items);
            }
            if (!comma) {
                throw new NoLiteral();
            }
            items.add(value());
            blanks();
            comma = passed(',');
        }
    }

    /** A dictionary, or a set (which has no keys; its order is the one printed). */
    private Node braces() {
        at++;
        Map<String, Node> entries = new LinkedHashMap<>();
        List<Node> members = new ArrayList<>();
        boolean comma = true;
        while (true) {
            blanks();
            if (passed('}')) {
                return members.isEmpty() ? PlainValue.object(entries) : PlainValue.list(members);
            }
            if (!comma) {
                throw new NoLiteral();
            }
            Node first = value();
            blanks();
            if (members.isEmpty() && passed(':')) {
                entries.put(keyOf(first), value());
            } else if (entries.isEmpty()) {
                members.add(first);
            } else {
                throw new NoLiteral();
            }
            blanks();
            comma = passed(',');
        }
    }

    private static String keyOf(Node key) {
        return switch (key.kind()) {
            case TEXT, NUMBER, BOOLEAN -> key.text();
            case NULL -> "None";
            case LIST, OBJECT -> key.json();
        };
    }

    private Node word() {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (number.lookingAt()) {
            at = number.end();
            return PlainValue.number(number.group());
        }
        int start = at;
        if (peek() == '-' || peek() == '+') {
            at++;
        }
        Matcher name = NAME.matcher(text).region(at, text.length());
        if (!name.lookingAt()) {
            throw new NoLiteral();
        }
        at = name.end();
        boolean signed = name.start() > start;
        return switch (name.group()) {
            case "nan", "inf" -> PlainValue.NULL;
            case "None", "NaN", "NaT" -> signed ? refuse() : PlainValue.NULL;
            case "True" -> signed ? refuse() : PlainValue.bool(true);
            case "False" -> signed ? refuse() : PlainValue.bool(false);
            default -> signed ? refuse() : prefixedOrCall(name.group());
        };
    }

    private static Node refuse() {
        throw new NoLiteral();
    }

    private Node prefixedOrCall(String name) {
        char next = peek();
        if ((next == '\'' || next == '"') && name.length() <= 2) {
            return PlainValue.text(PythonText.quoted(this, name.toLowerCase(Locale.ROOT)));
        }
        boolean numpy = name.startsWith("np.") || name.startsWith("numpy.");
        if (next != '(' || !(numpy || name.equals("array"))) {
            throw new NoLiteral();
        }
        at++;
        Node value = value();
        Matcher dtype = DTYPE.matcher(text).region(at, text.length());
        if (dtype.lookingAt()) {
            at = dtype.end();
        }
        blanks();
        if (!passed(')')) {
            throw new NoLiteral();
        }
        return value;
    }

    void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    char peek() {
        if (at >= text.length()) {
            throw new NoLiteral();
        }
        return text.charAt(at);
    }

    /** The next UTF-16 unit, taken. */
    char next() {
        char c = peek();
        at++;
        return c;
    }

    private boolean passed(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    /** The end of the attempt; never leaves this package. */
    static final class NoLiteral extends RuntimeException {
        NoLiteral() {
            super("no Python literal", null, false, false);
        }
    }
}
