package io.ctxeval.plan;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which rows are judged when not all are (judge-at-scale.md 6). Exactly one of rate and size is set.
 *
 * @param rate in (0, 1]
 * @param size rows in all, shared among the strata in proportion to their sizes
 * @param by dimensions whose values are the strata
 */
public record SamplePlan(@Nullable Double rate, @Nullable Long size, List<String> by, long seed)
        implements Serializable {
    public SamplePlan {
        by = List.copyOf(by);
    }
}
