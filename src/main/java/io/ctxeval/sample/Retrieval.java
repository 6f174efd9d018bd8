package io.ctxeval.sample;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was retrieved, by id, and which ids are known to be relevant. Each component is null where the source says nothing of it.
 *
 * @param ids in rank order, repeats as they came; empty: retrieval found nothing
 * @param labels relevance by id, finite; empty: the query is known, and nothing is labelled for it
 * @param groups lists of interchangeable ids, of each of which one is enough
 * @param unusable what is wrong with the source's values, for a reader; null: nothing
 */
public record Retrieval(
        @Nullable List<String> ids,
        @Nullable Map<String, Double> labels,
        @Nullable List<List<String>> groups,
        @Nullable String unusable)
        implements Serializable {
    public Retrieval {
        ids = ids == null ? null : List.copyOf(ids);
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        groups = groups == null ? null : groups.stream().map(List::copyOf).toList();
    }

    /** A ranking with its labels. */
    public static Retrieval of(List<String> ids, Map<String, Double> labels) {
        return new Retrieval(ids, labels, null, null);
    }
}
