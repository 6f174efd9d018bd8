package io.ctxeval.judge.served;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an endpoint taught us about a model: the rung that it takes, the parameters that it refuses (metrics.md 5.3). Only ever steps
 * down, and only to where a question got a reply after it was refused: some endpoints quote the request in their refusal, and no
 * row's text may decide how the others are asked. Safe for many threads.
 */
final class Ladder {
    private static final Logger LOG = LoggerFactory.getLogger(Ladder.class);

    /** Where a request stands. */
    record Footing(Rung rung, Set<String> dropped) {
        static final Footing TOP = new Footing(Rung.JSON_SCHEMA, Set.of());

        Footing {
            dropped = Set.copyOf(dropped);
        }

        /** The lower rung of the two, without what either leaves out. */
        Footing and(Footing other) {
            Set<String> both = new TreeSet<>(dropped);
            both.addAll(other.dropped);
            return new Footing(rung.compareTo(other.rung) >= 0 ? rung : other.rung, both);
        }

        /** One rung down; null from the lowest. */
        @Nullable Footing below() {
            return switch (rung) {
                case JSON_SCHEMA -> new Footing(Rung.JSON_OBJECT, dropped);
                case JSON_OBJECT -> new Footing(Rung.TEXT, dropped);
                case TEXT -> null;
            };
        }

        /** The same without a parameter; null if it was left out already. */
        @Nullable Footing without(String parameter) {
            return dropped.contains(parameter) ? null : and(new Footing(rung, Set.of(parameter)));
        }
    }

    private final String model;
    private Footing footing = Footing.TOP;

    Ladder(String model) {
        this.model = model;
    }

    synchronized Footing footing() {
        return footing;
    }

    /** A question that was refused higher up got a reply here. */
    synchronized void carried(Footing learned) {
        Footing now = footing.and(learned);
        if (!now.equals(footing)) {
            LOG.info("{} takes {}, without {}: asked so from now on", model, now.rung(), now.dropped());
            footing = now;
        }
    }
}
