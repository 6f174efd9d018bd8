package io.ctxeval.calibrate;

import io.ctxeval.compare.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A figure with its 95 % interval.
 *
 * @param value null: it has none for these units
 * @param interval null: unknown, because there is no value, there are fewer than two samples, half of the resamples had none, or
 *     all had the same
 */
public record Figure(@Nullable Double value, @Nullable Interval interval) {
    static final Figure NONE = new Figure(null, null);
}
