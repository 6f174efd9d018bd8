package io.ctxeval.judge.served;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an endpoint taught us about a model: the rung that it takes, the parameters that it refuses (metrics.md 5.3). Only ever steps
 * down. Safe for many threads: refusals of requests that stood on the same rung step down once.
 */
final class Ladder {
    private static final Logger LOG = LoggerFactory.getLogger(Ladder.class);

    /** State of one moment. */
    record Footing(Rung rung, Set<String> dropped) {
        Footing {
            dropped = Set.copyOf(dropped);
        }
    }

    private final String model;
    private final AtomicReference<Footing> footing =
            new AtomicReference<>(new Footing(Rung.JSON_SCHEMA, Set.of()));

    Ladder(String model) {
        this.model = model;
    }

    Footing footing() {
        return footing.get();
    }

    /**
     * A request on this rung was refused.
     *
     * @return whether a lower rung is left to ask from
     */
    boolean refused(Rung stoodOn) {
        Footing before = footing.getAndUpdate(now -> now.rung() == stoodOn ? new Footing(below(stoodOn), now.dropped()) : now);
        if (before.rung() == stoodOn && stoodOn != Rung.TEXT) {
            LOG.info("{} refuses the form {}: asking for {} from now on", model, stoodOn, below(stoodOn));
        }
        return stoodOn != Rung.TEXT;
    }

    /**
     * A request was refused for a parameter.
     *
     * @param left what that request left out already
     * @return whether leaving it out is new to that request
     */
    boolean refused(String parameter, Set<String> left) {
        if (left.contains(parameter)) {
            return false;
        }
        Footing before = footing.getAndUpdate(now -> without(now, parameter));
        if (!before.dropped().contains(parameter)) {
            LOG.info("{} refuses the parameter {}: left out from now on", model, parameter);
        }
        return true;
    }

    private static Footing without(Footing now, String parameter) {
        Set<String> dropped = new TreeSet<>(now.dropped());
        return dropped.add(parameter) ? new Footing(now.rung(), dropped) : now;
    }

    private static Rung below(Rung rung) {
        return switch (rung) {
            case JSON_SCHEMA -> Rung.JSON_OBJECT;
            case JSON_OBJECT, TEXT -> Rung.TEXT;
        };
    }
}
