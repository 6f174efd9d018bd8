package io.ctxeval.dataset.mapping;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The top-level fields of a record that somebody looks at, each with a place. Names that differ only in case are one column
 * (formats.md 3.3).
 */
public final class Columns {
    private final List<String> names;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, Integer> slotsInLowerCase = new HashMap<>();

    public Columns(Collection<String> names) {
        LinkedHashSet<String> distinct = new LinkedHashSet<>();
        for (String name : names) {
            Integer known = slotsInLowerCase.putIfAbsent(name.toLowerCase(Locale.ROOT), distinct.size());
            if (known == null) {
                distinct.add(name);
            }
            slots.put(name, known == null ? distinct.size() - 1 : known);
        }
        this.names = List.copyOf(distinct);
    }

    /** Each column once, in the order of their places. */
    public List<String> names() {
        return names;
    }

    public int size() {
        return names.size();
    }

    /** The place of a field, by its name in any case; -1 if nobody looks at it. */
    public int slot(String name) {
        Integer slot = slots.get(name);
        if (slot == null) {
            slot = slotsInLowerCase.get(name.toLowerCase(Locale.ROOT));
        }
        return slot == null ? -1 : slot;
    }
}
