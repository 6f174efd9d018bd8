package io.ctxeval.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code calibrate} is asked.
 *
 * @param run folder of a published run
 * @param labels a table of human labels
 * @param by the column that tells versions apart, in the run and in the labels
 * @param scoreOf the metric that the label {@code score} is about; null: the only judged metric of the run
 * @param repeats folders of runs that judged the same rows again
 * @param targetPrecision that a threshold must reach, in (0, 1]; null: Youden's J decides
 * @param seed of resamples and halves
 */
public record CalibrationRequest(
        String run,
        String labels,
        String by,
        @Nullable String scoreOf,
        List<String> repeats,
        @Nullable Double targetPrecision,
        long seed) {
    public CalibrationRequest {
        repeats = List.copyOf(repeats);
    }
}
