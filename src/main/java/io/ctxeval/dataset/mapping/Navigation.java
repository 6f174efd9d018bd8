package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Single steps into values; null where there is nothing. */
final class Navigation {
    private static final String[] OTLP_SCALARS = {"stringValue", "intValue", "doubleValue", "boolValue", "bytesValue"};

    private Navigation() {}

    /** The value of an object's key, or of the pair with that key in a list of OTLP's {@code {key, value}} pairs. */
    static @Nullable Node get(Node node, String key) {
        return switch (node.kind()) {
            case OBJECT -> node.get(key);
            case LIST -> pairValue(node, key);
            case NULL, TEXT, NUMBER, BOOLEAN -> null;
        };
    }

    /** The keys that {@link #get} knows. */
    static List<String> keys(Node node) {
        if (node.kind() == Node.Kind.OBJECT) {
            return node.keys();
        }
        List<String> keys = new ArrayList<>();
        for (Node pair : elements(node)) {
            Node key = pair.kind() == Node.Kind.OBJECT ? pair.get("key") : null;
            if (key != null && key.kind() == Node.Kind.TEXT) {
                keys.add(key.text());
            }
        }
        return keys;
    }

    /** The value of a key that holds dots: whole, else split at its dots, the longest first part first. */
    static @Nullable Node dotted(Node node, String key) {
        Node found = get(node, key);
        for (int dot = key.lastIndexOf('.'); found == null && dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
            Node outer = get(node, key.substring(0, dot));
            found = outer == null ? null : dotted(outer, key.substring(dot + 1));
        }
        return found;
    }

    private static @Nullable Node pairValue(Node list, String wanted) {
        for (Node pair : list.elements()) {
            Node key = pair.kind() == Node.Kind.OBJECT ? pair.get("key") : null;
            if (key == null || key.kind() != Node.Kind.TEXT) {
                return null;
            }
            if (key.text().equals(wanted)) {
                Node value = pair.get("value");
                return value == null ? null : otlpValue(value);
            }
        }
        return null;
    }

    /** What an OTLP {@code AnyValue} holds; any other value is itself. */
    private static Node otlpValue(Node value) {
        if (value.kind() != Node.Kind.OBJECT) {
            return value;
        }
        for (String scalar : OTLP_SCALARS) {
            Node held = value.get(scalar);
            if (held != null) {
                return held;
            }
        }
        Node pairs = values(value.get("kvlistValue"));
        if (pairs != null) {
            return pairs;
        }
        Node items = values(value.get("arrayValue"));
        if (items == null) {
            return value;
        }
        List<Node> held = new ArrayList<>();
        items.elements().forEach(item -> held.add(otlpValue(item)));
        return PlainValue.list(held);
    }

    private static @Nullable Node values(@Nullable Node holder) {
        Node values = holder == null ? null : get(holder, "values");
        return values != null && values.kind() == Node.Kind.LIST ? values : null;
    }

    /** One element of a list; a negative index counts from the end. */
    static @Nullable Node element(Node node, int index) {
        if (node.kind() != Node.Kind.LIST) {
            return null;
        }
        List<Node> elements = node.elements();
        int place = index < 0 ? elements.size() + index : index;
        return place < 0 || place >= elements.size() ? null : elements.get(place);
    }

    /** The elements of a list; none of anything else. */
    static List<Node> elements(@Nullable Node node) {
        return node != null && node.kind() == Node.Kind.LIST ? node.elements() : List.of();
    }

    static boolean isNull(@Nullable Node node) {
        return node == null || node.kind() == Node.Kind.NULL;
    }
}
