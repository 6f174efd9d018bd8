package io.ctxeval.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * How a calibration is done.
 *
 * @param seed of the resamples and of the halves
 * @param replicates of the bootstrap, at least 1
 * @param targetPrecision that a threshold must reach, in (0, 1]; null: Youden's J decides
 */
public record CalibrationSettings(
        long seed, int replicates, @Nullable Double targetPrecision) {
    public static final long SEED = 20_261_130;

    public CalibrationSettings {
        if (replicates < 1) {
            throw new IllegalArgumentException("replicates: " + replicates + "; must be at least 1");
        }
        if (targetPrecision != null && !(targetPrecision > 0 && targetPrecision <= 1)) {
            throw new IllegalArgumentException("target precision: " + targetPrecision + "; must be above 0, at most 1");
        }
    }

    /** With 2,000 resamples. */
    public static CalibrationSettings of(long seed, @Nullable Double targetPrecision) {
        return new CalibrationSettings(seed, Resampling.REPLICATES, targetPrecision);
    }

    Resampling resampling() {
        return new Resampling(seed, replicates);
    }
}
