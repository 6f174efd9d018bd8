package io.ctxeval.summary;

/**
 * Nearest-rank quantiles: the smallest value with cumulative count ≥ ceil(p·n) (metrics.md 7.2). Values are those of the scale's
 * steps, and never outside the extremes, which are the scores themselves.
 */
public record Quantiles(double min, double p10, double p25, double p50, double p75, double p90, double max) {

    static Quantiles of(long[] counts, Bins bins, double min, double max) {
        long n = 0;
        for (long count : counts) {
            n += count;
        }
        Ranks ranks = new Ranks(counts, bins, n, min, max);
        return new Quantiles(min, ranks.at(10), ranks.at(25), ranks.at(50), ranks.at(75), ranks.at(90), max);
    }

    @SuppressWarnings("ArrayRecordComponent") // read in place, never compared
    private record Ranks(long[] counts, Bins bins, long n, double min, double max) {
        double at(int percent) {
            long rank = (percent * n + 99) / 100;
            long seen = 0;
            int bin = -1;
            while (seen < rank) {
                seen += counts[++bin];
            }
            return Math.min(max, Math.max(min, bins.valueOf(bin)));
        }
    }
}
