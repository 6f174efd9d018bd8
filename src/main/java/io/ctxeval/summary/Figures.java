package io.ctxeval.summary;

import org.jspecify.annotations.Nullable;

/**
 * What a group's scores of one metric come to. A figure that the rows don't give is null, never 0.
 *
 * @param moments null without a scored row
 * @param quantiles null without a scored row
 * @param pass null where rows neither pass nor fail
 */
public record Figures(
        StatusCounts counts,
        @Nullable Moments moments,
        @Nullable Quantiles quantiles,
        @Nullable PassRate pass) {

    public @Nullable Double mean() {
        return moments == null ? null : moments.mean();
    }

    public @Nullable Double passRate() {
        return pass == null ? null : pass.rate();
    }
}
