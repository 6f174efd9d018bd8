package io.ctxeval.summary;

import io.ctxeval.score.Scale;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * Where scores fall in a histogram whose bounds are fixed by the metric's scale alone, so that quantiles depend neither on
 * partitions nor on order (metrics.md 7.2).
 *
 * <p>A bounded metric has 10,000 steps: s = round-half-up(10,000 · (score − least)/(most − least)), from the score's whole
 * billionths. A count has one bin for each whole number below 256; above, each octave is cut into 128 bins, so that a bin's least
 * number is at most 1/128 = 0.8 % below any number in it.
 */
public sealed interface Bins extends Serializable {
    /** How many bins there are. */
    int size();

    /** The bin of a score, from 0. */
    int of(double score);

    /** The score that stands for a bin. */
    double valueOf(int bin);

    static Bins of(Scale scale) {
        return scale.bounded() ? new Steps(scale.least(), scale.most()) : new Octaves(scale.least());
    }

    /** 10,001 values at equal distances from least to most. */
    record Steps(double least, double most) implements Bins {
        public static final int STEPS = 10_000;

        /** Widest range, in units, whose arithmetic stays inside a long. */
        private static final double WIDEST = 400_000;

        @Override
        public int size() {
            return STEPS + 1;
        }

        @Override
        public int of(double score) {
            int step = most - least <= WIDEST && Nanos.fits(score) && Nanos.fits(least) ? fast(score) : plain(score);
            if (step < 0 || step > STEPS) {
                throw new IllegalArgumentException("score " + score + " is not on the scale " + least + ".." + most);
            }
            return step;
        }

        @Override
        public double valueOf(int bin) {
            return least + (most - least) * bin / STEPS;
        }

        private int fast(double score) {
            long above = Nanos.of(score) - Nanos.of(least);
            long range = Nanos.of(most - least);
            if (above < 0 || above > range) {
                return -1;
            }
            return (int) Math.floorDiv(2 * STEPS * above + range, 2 * range);
        }

        private int plain(double score) {
            BigInteger above = Nanos.big(score).subtract(Nanos.big(least));
            BigInteger range = Nanos.big(most - least);
            if (above.signum() < 0 || above.compareTo(range) > 0) {
                return -1;
            }
            BigInteger twice = BigInteger.valueOf(2L * STEPS).multiply(above).add(range);
            return twice.divide(range.shiftLeft(1)).intValueExact();
        }
    }

    /** Whole numbers above least in bins that grow with them; other numbers are rounded half-up first. */
    record Octaves(double least) implements Bins {
        private static final int BITS = 7;
        private static final int PER_OCTAVE = 1 << BITS;

        @Override
        public int size() {
            return (Long.SIZE - BITS) * PER_OCTAVE;
        }

        @Override
        public int of(double score) {
            long above = Math.round(score - least);
            if (above < 0) {
                throw new IllegalArgumentException("score " + score + " lies below " + least);
            }
            return ofWhole(above);
        }

        /** The bin of a whole number above least, from 0 to the largest long. */
        public int ofWhole(long above) {
            int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(above | 1) - BITS);
            return shift * PER_OCTAVE + (int) (above >>> shift);
        }

        @Override
        public double valueOf(int bin) {
            int shift = Math.max(0, bin / PER_OCTAVE - 1);
            return least + ((long) (bin - shift * PER_OCTAVE) << shift);
        }

        /** The middle of the whole numbers in a bin: at most 0.4 % from any of them. */
        public double middleOf(int bin) {
            int shift = Math.max(0, bin / PER_OCTAVE - 1);
            return valueOf(bin) + ((1L << shift) - 1) / 2.0;
        }
    }
}
