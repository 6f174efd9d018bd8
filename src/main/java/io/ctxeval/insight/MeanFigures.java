package io.ctxeval.insight;

import io.ctxeval.score.Scale;
import io.ctxeval.summary.MomentState;
import io.ctxeval.summary.Moments;
import org.jspecify.annotations.Nullable;

/**
 * A mean with its 95 % interval by the normal distribution, mean ± 1.96 standard errors, not beyond the scale.
 *
 * @param n values behind it
 * @param mean null without a value
 * @param low lower end of the interval; null below two values
 * @param high upper end
 */
public record MeanFigures(
        long n,
        @Nullable Double mean,
        @Nullable Double low,
        @Nullable Double high) {
    /** The 97.5 % point of the standard normal distribution. */
    private static final double Z = 1.959963984540054;

    static MeanFigures of(MomentState state, Scale scale) {
        Moments moments = state.moments();
        if (moments == null) {
            return new MeanFigures(0, null, null, null);
        }
        Double se = moments.se();
        return se == null
                ? new MeanFigures(state.n(), moments.mean(), null, null)
                : new MeanFigures(
                        state.n(),
                        moments.mean(),
                        Math.max(scale.least(), moments.mean() - Z * se),
                        Math.min(scale.most(), moments.mean() + Z * se));
    }
}
