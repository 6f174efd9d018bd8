package io.ctxeval.judge.served;

import java.util.Set;
import java.util.TreeSet;
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
    private Footing footing = new Footing(Rung.JSON_SCHEMA, Set.of());

    Ladder(String model) {
        this.model = model;
    }

    synchronized Footing footing() {
        return footing;
    }

    /**
     * A request on this rung was refused.
     *
     * @return whether a lower rung is left to ask from
     */
    synchronized boolean refused(Rung stoodOn) {
        if (stoodOn == Rung.TEXT) {
            return false;
        }
        if (footing.rung() == stoodOn) {
            footing = new Footing(below(stoodOn), footing.dropped());
            LOG.info("{} refuses the form {}: asking for {} from now on", model, stoodOn, footing.rung());
        }
        return true;
    }

    /**
     * A request was refused for a parameter.
     *
     * @param left what that request left out already
     * @return whether leaving it out is new to that request
     */
    synchronized boolean refused(String parameter, Set<String> left) {
        if (left.contains(parameter)) {
            return false;
        }
        Set<String> dropped = new TreeSet<>(footing.dropped());
        if (dropped.add(parameter)) {
            footing = new Footing(footing.rung(), dropped);
            LOG.info("{} refuses the parameter {}: left out from now on", model, parameter);
        }
        return true;
    }

    private static Rung below(Rung rung) {
        return switch (rung) {
            case JSON_SCHEMA -> Rung.JSON_OBJECT;
            case JSON_OBJECT, TEXT -> Rung.TEXT;
        };
    }
}
