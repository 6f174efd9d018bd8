package io.ctxeval.plan;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How a run is held against earlier runs of its job.
 *
 * @param gate what a figure does that falls out of its series; null: what missing the metric's threshold does
 * @param runs good runs that are looked back at, at least 3
 */
public record HistoryPlan(@Nullable Gate gate, int runs) implements Serializable {
    public static final int DEFAULT_RUNS = 7;

    /** Good runs without which nothing can be said. */
    public static final int LEAST_RUNS = 3;

    public static final HistoryPlan DEFAULT = new HistoryPlan(null, DEFAULT_RUNS);

    /** What the change gate does. */
    public enum Gate {
        FAIL,
        WARN,
        OFF
    }
}
