package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way to a value (formats.md 4.1): {@code a.b}, {@code a[].b} (each element), {@code a[0]}, {@code a[-1]}, {@code
 * "quoted.key"}. Null where something on the way is missing, never an error.
 *
 * <p>Keys that follow one another are tried whole before they are split, the longest first: {@code attributes.agent.name}
 * finds {@code {"attributes": {"agent.name": …}}} as well as the nested form. A list of {@code {key, value}} pairs, as OTLP
 * writes attributes, is read like an object, and its typed values ({@code {"intValue": "7"}}) as what they hold. Where {@code a[].b}
 * finds no {@code a}, it runs through the list that keys {@code a.0.b}, {@code a.1.b} write down.
 *
 * @param root where the way begins
 * @param steps the steps from there
 */
record Path(Root root, List<Step> steps) implements Expression {
    /** A step of a way. */
    sealed interface Step {
        /** Into an object. */
        record Key(String name) implements Step {}

        /** To each element of a list. */
        record Each() implements Step {}

        /** To one element of a list; negative: counted from its end. */
        record At(int index) implements Step {}
    }

    /** Where a way begins. */
    sealed interface Root {
        @Nullable Node in(Scope scope);

        /** The record. */
        record Whole() implements Root {
            @Override
            public Node in(Scope scope) {
                return scope.record();
            }
        }

        /**
         * The element that is the row, or one further out.
         *
         * @param levels 0: {@code it}, 1: {@code up}, 2: {@code up.up}
         */
        record Row(int levels) implements Root {
            @Override
            public @Nullable Node in(Scope scope) {
                Scope.Element element = scope.row();
                for (int i = 0; i < levels && element != null; i++) {
                    element = element.up();
                }
                return element == null ? null : element.it();
            }
        }

        /** The elements before the row in its list. */
        record Earlier() implements Root {
            @Override
            public @Nullable Node in(Scope scope) {
                Scope.Element element = scope.row();
                return element == null ? null : element.earlier();
            }
        }

        /** The partner that a join found. */
        record Partner(int join) implements Root {
            @Override
            public @Nullable Node in(Scope scope) {
                return scope.partners().of(join);
            }
        }

        /** A text that is the same for every row. */
        record Fixed(String text) implements Root {
            @Override
            public Node in(Scope scope) {
                return PlainValue.text(text);
            }
        }

        /** What a function gave. */
        record Result(Expression of) implements Root {
            @Override
            public @Nullable Node in(Scope scope) {
                return of.valueIn(scope);
            }
        }
    }

    Path {
        steps = List.copyOf(steps);
    }

    @Override
    public @Nullable Node valueIn(Scope scope) {
        Node start = root.in(scope);
        return start == null ? null : walk(start, 0);
    }

    /** The values that {@code []} leads to, each as it is, without being flattened; a way without {@code []}: its value's elements. */
    List<Node> partsIn(Scope scope) {
        Node start = root.in(scope);
        List<Node> parts = new ArrayList<>();
        int each = lastEach();
        if (start != null && each >= 0) {
            List<Node> heads = new ArrayList<>();
            collect(start, 0, each, heads);
            for (Node head : heads) {
                Node part = walk(head, each + 1);
                parts.add(part == null ? PlainValue.NULL : part);
            }
        } else if (start != null) {
            Node value = walk(start, 0);
            if (value != null && value.kind() == Node.Kind.LIST) {
                parts.addAll(value.elements());
            }
        }
        return parts;
    }

    private int lastEach() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i) instanceof Step.Each) {
                return i;
            }
        }
        return -1;
    }

    /** Gathers the elements that the {@code []} at step {@code last} gives. */
    private void collect(Node from, int step, int last, List<Node> into) {
        int each = step;
        while (!(steps.get(each) instanceof Step.Each)) {
            each++;
        }
        Node list = new Path(root, steps.subList(0, each + 1)).walk(from, step);
        for (Node element : Navigation.elements(list)) {
            if (each == last) {
                into.add(element);
            } else {
                collect(element, each + 1, last, into);
            }
        }
    }

    /** The elements that the way's end is a list of, each with the list elements that it lies in; for {@code rows}. */
    void rowsIn(Scope scope, List<Scope.Element> into) {
        Node start = root.in(scope);
        if (start != null) {
            descend(start, 0, null, into);
        }
    }

    private void descend(Node from, int step, Scope.@Nullable Element around, List<Scope.Element> into) {
        int each = step;
        while (each < steps.size() && !(steps.get(each) instanceof Step.Each)) {
            each++;
        }
        Node value = new Path(root, steps.subList(0, each)).walk(from, step);
        if (value == null || value.kind() == Node.Kind.NULL) {
            return;
        }
        boolean last = each >= steps.size() - 1;
        if (value.kind() != Node.Kind.LIST) {
            if (last && value.kind() == Node.Kind.OBJECT) {
                into.add(new Scope.Element(value, around));
            }
            return;
        }
        List<Node> elements = value.elements();
        for (int i = 0; i < elements.size(); i++) {
            Scope.Element inside = new Scope.Element(elements.get(i), around, elements, i);
            if (last) {
                into.add(inside);
            } else {
                descend(elements.get(i), each + 1, inside, into);
            }
        }
    }

    private @Nullable Node walk(Node from, int step) {
        if (step == steps.size()) {
            return from;
        }
        Step next = steps.get(step);
        if (next instanceof Step.Key key) {
            return walkKeys(from, step, key.name());
        } else if (next instanceof Step.At place) {
            Node element = Navigation.element(from, place.index());
            return element == null ? null : walk(element, step + 1);
        }
        return walkEach(from, step + 1);
    }

    private @Nullable Node walkKeys(Node from, int step, String first) {
        int end = step + 1;
        while (end < steps.size() && steps.get(end) instanceof Step.Key) {
            end++;
        }
        for (int to = end; to > step + 1; to--) {
            Node found = Navigation.get(from, joined(step, to));
            Node value = found == null ? null : walk(found, to);
            if (value != null) {
                return value;
            }
        }
        Node found = Navigation.get(from, first);
        Node value = found == null ? null : walk(found, step + 1);
        if (value == null && end < steps.size() && steps.get(end) instanceof Step.Each) {
            Node flattened = FlattenedElement.listIn(from, joined(step, end));
            return flattened == null ? null : walk(flattened, end);
        }
        return value;
    }

    private @Nullable Node walkEach(Node from, int step) {
        if (from.kind() != Node.Kind.LIST) {
            return null;
        }
        List<Node> all = new ArrayList<>();
        boolean inner = lastEach() >= step;
        for (Node element : from.elements()) {
            Node value = walk(element, step);
            if (value == null) {
                // the places of the others stay those of the file
                if (!inner) {
                    all.add(PlainValue.NULL);
                }
            } else if (value.kind() == Node.Kind.LIST && step < steps.size()) {
                all.addAll(value.elements());
            } else {
                all.add(value);
            }
        }
        return PlainValue.list(all);
    }

    private String joined(int from, int to) {
        StringBuilder whole = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (steps.get(i) instanceof Step.Key key) {
                whole.append(i == from ? "" : ".").append(key.name());
            }
        }
        return whole.toString();
    }

    /** The top-level names of the record that the way may begin with; empty where it begins elsewhere. */
    List<String> topNames() {
        List<String> names = new ArrayList<>();
        if (root instanceof Root.Whole) {
            for (int to = 1; to <= steps.size() && steps.get(to - 1) instanceof Step.Key; to++) {
                names.add(joined(0, to));
            }
        }
        return names;
    }

    /** Whether the way exists in a record, running through lists as {@code match} does; an explicit null exists. */
    boolean occursIn(Node record) {
        return occurs(record, 0);
    }

    private boolean occurs(Node node, int step) {
        if (step == steps.size()) {
            return true;
        }
        if (node.kind() == Node.Kind.LIST) {
            int rest = steps.get(step) instanceof Step.Each ? step + 1 : step;
            for (Node element : node.elements()) {
                if (occurs(element, rest)) {
                    return true;
                }
            }
        }
        for (int to = step + 1; to <= steps.size() && steps.get(to - 1) instanceof Step.Key; to++) {
            Node found = Navigation.get(node, joined(step, to));
            if (found != null && occurs(found, to)) {
                return true;
            }
        }
        return false;
    }
}
