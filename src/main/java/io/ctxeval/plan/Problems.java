package io.ctxeval.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers what is wrong with a plan, so that it is refused once and for everything. */
final class Problems {
    /** Each once: a value that is read twice is wrong once. */
    private final Set<String> found = new LinkedHashSet<>();

    /** A problem in the form {@code key: what is wrong (where)}. */
    void add(String key, String what, Place place) {
        found.add(OneLine.of(key + ": " + what + " (" + place + ")"));
    }

    /** A problem of no single place. */
    void add(String key, String what) {
        found.add(OneLine.of(key + ": " + what));
    }

    void add(String key, BadValue bad) {
        add(key, bad.getMessage(), bad.place());
    }

    boolean any() {
        return !found.isEmpty();
    }

    List<String> all() {
        return List.copyOf(found);
    }

    void throwIfAny() throws PlanRefused {
        if (!found.isEmpty()) {
            throw new PlanRefused(all());
        }
    }
}
