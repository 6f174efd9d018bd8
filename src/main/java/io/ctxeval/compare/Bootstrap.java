package io.ctxeval.compare;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The bootstrap interval of a mean from a histogram (metrics.md 7.3): each replicate draws n rows with replacement, that is
 * multinomial counts over the bins. Two ways lead to the same distribution: n single rows, or bin by bin a binomial share of the
 * rows left; the cheaper one is taken, by counts alone. Replicates come in blocks, each with a stream of its own seed, so that the
 * number of threads changes nothing.
 *
 * <p>The values are mirrored first where their mean is negative, so that swapping the versions mirrors the interval to the bit.
 */
final class Bootstrap {
    private static final int BLOCK = 250;

    /** A binomial draw costs about as much as this many single rows. */
    private static final int ROWS_PER_BIN = 20;

    /** Rows that may be spelled out, 8 bytes each. */
    private static final int MOST_ROWS = 1 << 21;

    private final double[] values;
    private final long[] counts;
    private final long n;
    private final boolean mirrored;

    private Bootstrap(double[] values, long[] counts, boolean mirrored) {
        this.values = values;
        this.counts = counts;
        this.mirrored = mirrored;
        n = LongStream.of(counts).sum();
    }

    /**
     * The 95 % interval of the mean.
     *
     * @param histogram counts by bin, symmetric about the middle bin; at least one row
     * @param valueOf the value of a bin; odd about the middle
     * @param replicates how many resamples
     */
    static Interval interval(long[] histogram, IntToDoubleFunction valueOf, int replicates, long seed) {
        Bootstrap bootstrap = of(histogram, valueOf);
        Interval found = Percentiles.interval(bootstrap.means(replicates, seed));
        return bootstrap.mirrored ? new Interval(-found.high(), -found.low()) : found;
    }

    private static Bootstrap of(long[] histogram, IntToDoubleFunction valueOf) {
        boolean mirrored = leansDown(histogram, valueOf);
        int[] bins = IntStream.range(0, histogram.length)
                .map(bin -> mirrored ? histogram.length - 1 - bin : bin)
                .filter(bin -> histogram[bin] > 0)
                .boxed()
                .sorted((a, b) -> Long.compare(histogram[b], histogram[a]))
                .mapToInt(Integer::intValue)
                .toArray();
        double sign = mirrored ? -1 : 1;
        return new Bootstrap(
                IntStream.of(bins)
                        .mapToDouble(bin -> sign * valueOf.applyAsDouble(bin))
                        .toArray(),
                IntStream.of(bins).mapToLong(bin -> histogram[bin]).toArray(),
                mirrored);
    }

    /** Whether the sum is negative or, where it is zero, the outermost uneven bins are. */
    private static boolean leansDown(long[] histogram, IntToDoubleFunction valueOf) {
        int middle = histogram.length / 2;
        double sum = 0;
        int outermost = 0;
        for (int distance = 1; distance <= middle; distance++) {
            long excess = histogram[middle + distance] - histogram[middle - distance];
            if (excess != 0) {
                sum += excess * valueOf.applyAsDouble(middle + distance);
                outermost = Long.signum(excess);
            }
        }
        return sum == 0 ? outermost < 0 : sum < 0;
    }

    private double[] means(int replicates, long seed) {
        double[] means = new double[replicates];
        double[] rows = n <= MOST_ROWS && n < (long) ROWS_PER_BIN * counts.length ? spelledOut() : new double[0];
        int blocks = (replicates + BLOCK - 1) / BLOCK;
        IntStream.range(0, blocks).parallel().forEach(block -> {
            // Seeds at a fixed distance could be places of one stream, since SplittableRandom itself steps by one.
            SplittableRandom random = new SplittableRandom(SplitMix.of(seed, block));
            int end = Math.min(replicates, (block + 1) * BLOCK);
            for (int i = block * BLOCK; i < end; i++) {
                means[i] = (rows.length > 0 ? sumOfRows(random, rows) : sumOfBins(random)) / n;
            }
        });
        return means;
    }

    private double[] spelledOut() {
        double[] rows = new double[(int) n];
        int filled = 0;
        for (int i = 0; i < counts.length; i++) {
            for (long k = 0; k < counts[i]; k++) {
                rows[filled++] = values[i];
            }
        }
        return rows;
    }

    private static double sumOfRows(SplittableRandom random, double[] rows) {
        double sum = 0;
        for (int i = 0; i < rows.length; i++) {
            sum += rows[below(random, rows.length)];
        }
        return sum;
    }

    /**
     * A uniform whole number below the bound: the upper half of a product of 64 bits, drawn again in the few cases in which a lower
     * half falls into the part that doesn't divide evenly (Lemire 2019, "Fast random integer generation in an interval").
     */
    private static int below(SplittableRandom random, int bound) {
        long product = (random.nextInt() & 0xFFFFFFFFL) * bound;
        if ((product & 0xFFFFFFFFL) < bound) {
            long uneven = (1L << 32) % bound;
            while ((product & 0xFFFFFFFFL) < uneven) {
                product = (random.nextInt() & 0xFFFFFFFFL) * bound;
            }
        }
        return (int) (product >>> 32);
    }

    private double sumOfBins(SplittableRandom random) {
        double sum = 0;
        long rowsLeft = n;
        long countLeft = n;
        for (int i = 0; i < counts.length && rowsLeft > 0; i++) {
            long drawn = counts[i] == countLeft
                    ? rowsLeft
                    : BinomialSampler.draw(random, rowsLeft, (double) counts[i] / countLeft);
            sum += drawn * values[i];
            rowsLeft -= drawn;
            countLeft -= counts[i];
        }
        return sum;
    }
}
