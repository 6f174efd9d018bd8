package io.ctxeval.dataset.mapping;

import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ids and labels that a sample's own columns hold (metrics.md 6.7).
 *
 * <ul>
 *   <li>{@code retrieved_ids}, else {@code context_ids}: the list in rank order.
 *   <li>{@code relevance}: labels by id ({@code {"d1": 2}}), or a list with a label for each place of the list above; without
 *       ids, of the context.
 *   <li>{@code reference_context_ids}: ids that are relevant, each with label 1, where there is no {@code relevance}.
 *   <li>{@code reference_groups}: lists of interchangeable ids; labels, too, where neither of the two is there.
 * </ul>
 */
final class RetrievalLabels {
    private RetrievalLabels() {}

    /** A value that fits nothing. */
    private static final class Unfit extends Exception {
        Unfit(String reason) {
            super(reason);
        }
    }

    /**
     * What the columns come to; null where none of them has a value.
     *
     * @param relevance and the others: as {@link Target#LABELS} gives them
     */
    static @Nullable Retrieval of(
            @Nullable String retrievedIds,
            @Nullable String contextIds,
            @Nullable String relevance,
            @Nullable String referenceIds,
            @Nullable String referenceGroups,
            @Nullable RetrievedContext context) {
        String given = retrievedIds == null ? contextIds : retrievedIds;
        if (given == null && relevance == null && referenceIds == null && referenceGroups == null) {
            return null;
        }
        List<String> ids = given == null ? null : ids(given);
        List<List<String>> groups = referenceGroups == null ? null : groups(referenceGroups);
        try {
            if (ids == null && relevance != null && held(relevance, Node.Kind.LIST) != null) {
                ids = places(context);
            }
            return new Retrieval(ids, labels(relevance, referenceIds, groups, ids), groups, null);
        } catch (Unfit unfit) {
            return new Retrieval(ids, Map.of(), groups, unfit.getMessage());
        }
    }

    private static @Nullable Map<String, Double> labels(
            @Nullable String relevance,
            @Nullable String referenceIds,
            @Nullable List<List<String>> groups,
            @Nullable List<String> ids)
            throws Unfit {
        if (relevance != null && held(relevance) != null) {
            return given(relevance, ids);
        }
        Map<String, Double> labels = new LinkedHashMap<>();
        if (referenceIds != null) {
            ids(referenceIds).forEach(id -> labels.put(id, 1.0));
        } else if (groups != null) {
            groups.forEach(group -> group.forEach(id -> labels.put(id, 1.0)));
        } else {
            return null;
        }
        return labels;
    }

    private static Map<String, Double> given(String relevance, @Nullable List<String> ids) throws Unfit {
        Map<String, Double> labels = new LinkedHashMap<>();
        Node byId = held(relevance, Node.Kind.OBJECT);
        if (byId != null) {
            for (String id : byId.keys()) {
                labels.put(id, label(byId.get(id)));
            }
            return labels;
        }
        Node byPlace = held(relevance, Node.Kind.LIST);
        List<Node> each = byPlace == null ? List.of() : byPlace.elements();
        if (ids == null || each.size() != ids.size()) {
            throw new Unfit("relevance: found " + each.size() + " labels for " + (ids == null ? "no" : ids.size())
                    + " ids, expected one each");
        }
        for (int i = 0; i < ids.size(); i++) {
            if (each.get(i).kind() != Node.Kind.NULL) {
                labels.putIfAbsent(ids.get(i), label(each.get(i)));
            }
        }
        return labels;
    }

    private static double label(@Nullable Node value) throws Unfit {
        if (value == null) {
            throw new Unfit("relevance: found nothing, expected a number");
        }
        if (value.kind() == Node.Kind.BOOLEAN) {
            return value.text().equals("true") ? 1 : 0;
        }
        boolean spelt = value.kind() == Node.Kind.NUMBER || value.kind() == Node.Kind.TEXT;
        Double number = spelt ? RetrievalRule.number(value.text()) : null;
        if (number == null) {
            throw new Unfit("relevance: found " + shown(value) + ", expected a number");
        }
        return number;
    }

    private static String shown(Node value) {
        return String.valueOf(Rejections.excerpt(value));
    }

    private static @Nullable List<String> places(@Nullable RetrievedContext context) {
        return context instanceof RetrievedContext.Chunks chunks
                ? IntStream.range(0, chunks.chunks().size())
                        .mapToObj(Integer::toString)
                        .toList()
                : null;
    }

    /** A list's elements, of lists in it theirs; any other text is one id. */
    private static List<String> ids(String text) {
        Node list = held(text, Node.Kind.LIST);
        List<String> ids = new ArrayList<>();
        if (list == null) {
            ids.add(text);
        } else {
            addIds(list, ids);
        }
        return ids;
    }

    private static void addIds(Node list, List<String> ids) {
        for (Node element : list.elements()) {
            switch (element.kind()) {
                case LIST -> addIds(element, ids);
                // a place without an id stays taken
                case NULL -> ids.add("");
                case TEXT, NUMBER, BOOLEAN -> ids.add(element.text());
                case OBJECT -> ids.add(element.json());
            }
        }
    }

    /** Each element of the outer list is a group; an id by itself is a group of one, an empty list is none. */
    private static List<List<String>> groups(String text) {
        Node list = held(text, Node.Kind.LIST);
        if (list == null) {
            return List.of(List.of(text));
        }
        List<List<String>> groups = new ArrayList<>();
        for (Node element : list.elements()) {
            if (element.kind() == Node.Kind.LIST) {
                List<String> members = new ArrayList<>();
                addIds(element, members);
                groups.add(members);
            } else if (element.kind() != Node.Kind.NULL) {
                groups.add(List.of(element.kind() == Node.Kind.OBJECT ? element.json() : element.text()));
            }
        }
        groups.removeIf(List::isEmpty);
        return groups;
    }

    /** A list or an object; a single value is a column of another meaning. */
    private static @Nullable Node held(String text) {
        Node held = EmbeddedValue.in(text);
        boolean parted = held != null && (held.kind() == Node.Kind.LIST || held.kind() == Node.Kind.OBJECT);
        return parted ? held : null;
    }

    private static @Nullable Node held(String text, Node.Kind kind) {
        Node held = held(text);
        return held != null && held.kind() == kind ? held : null;
    }
}
