package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An element of a list that an object holds under flattened keys, as OpenInference writes lists in the attributes of a span
 * (formats.md 2.2): {@code {"docs.0.id": "x", "docs.0.text": "y"}} is the list {@code docs} of {@code {"id": "x", "text": "y"}}.
 *
 * @param holder the object, or list of OTLP's pairs, that has the keys
 * @param prefix of the element's keys, {@code docs.0.}
 */
record FlattenedElement(Node holder, String prefix) implements PlainValue {
    /** Longer numbers are no places in a list. */
    private static final int MAX_DIGITS = 9;

    /** The list under keys {@code name.N} and {@code name.N.…}, in the order of N; null where there are none. */
    static @Nullable Node listIn(Node holder, String name) {
        Set<Integer> places = new TreeSet<>();
        for (String key : Navigation.keys(holder)) {
            int place = place(key, name);
            if (place >= 0) {
                places.add(place);
            }
        }
        if (places.isEmpty()) {
            return null;
        }
        List<Node> elements = new ArrayList<>(places.size());
        for (int place : places) {
            Node whole = Navigation.get(holder, name + "." + place);
            elements.add(whole != null ? whole : new FlattenedElement(holder, name + "." + place + "."));
        }
        return PlainValue.list(elements);
    }

    /** N of a key {@code name.N} or {@code name.N.…}; -1 of any other. */
    private static int place(String key, String name) {
        int from = name.length() + 1;
        if (key.length() <= from || key.charAt(from - 1) != '.' || !key.startsWith(name)) {
            return -1;
        }
        int dot = key.indexOf('.', from);
        String digits = key.substring(from, dot < 0 ? key.length() : dot);
        boolean number = !digits.isEmpty()
                && digits.length() <= MAX_DIGITS
                && digits.chars().allMatch(digit -> digit >= '0' && digit <= '9')
                && (digits.length() == 1 || digits.charAt(0) != '0');
        return number ? Integer.parseInt(digits) : -1;
    }

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public List<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        for (String key : Navigation.keys(holder)) {
            if (key.startsWith(prefix)) {
                keys.add(key.substring(prefix.length()));
            }
        }
        return List.copyOf(keys);
    }

    @Override
    public @Nullable Node get(String key) {
        return Navigation.get(holder, prefix + key);
    }
}
