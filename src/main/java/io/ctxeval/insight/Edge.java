package io.ctxeval.insight;

import io.ctxeval.summary.CodePointOrder;
import java.io.Serializable;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A hand-off from one agent to the next; in code point order, without a name first. */
record Edge(@Nullable String from, @Nullable String to) implements Comparable<Edge>, Serializable {
    private static final Comparator<Edge> ORDER = Comparator.comparing(Edge::from, CodePointOrder.NULL_FIRST)
            .thenComparing(Edge::to, CodePointOrder.NULL_FIRST);

    @Override
    public int compareTo(Edge other) {
        return ORDER.compare(this, other);
    }
}
