package io.ctxeval.compare;

import io.ctxeval.score.Scale;
import io.ctxeval.summary.Bins;
import java.io.Serializable;

/**
 * How a metric's differences are counted: as whole numbers of a step, and in which bin of a histogram that is symmetric about
 * its middle, the bin of no difference.
 */
sealed interface DeltaScale extends Serializable {
    /** How many bins there are; odd. */
    int size();

    /** Candidate minus base, in steps. */
    long delta(double base, double candidate);

    /** The bin of a difference. */
    int bin(long delta);

    /** The difference in steps that stands for a bin. */
    double valueOf(int bin);

    /** Steps in a point, or in a unit where the metric has no points. */
    long perPoint();

    /** A point on the metric's own scale. */
    double point();

    /** Whether differences are in points: the metric has two ends. */
    boolean hasPoints();

    static DeltaScale of(Scale scale) {
        return scale.bounded()
                ? new Steps(new Bins.Steps(scale.least(), scale.most()))
                : new Units(new Bins.Octaves(0));
    }

    /** Differences of the 10,000 steps of a bounded metric (metrics.md 7.2). */
    record Steps(Bins.Steps bins) implements DeltaScale {
        private static final int MIDDLE = Bins.Steps.STEPS;
        private static final int POINTS = 100;

        @Override
        public int size() {
            return 2 * MIDDLE + 1;
        }

        @Override
        public long delta(double base, double candidate) {
            return (long) bins.of(candidate) - bins.of(base);
        }

        @Override
        public int bin(long delta) {
            return MIDDLE + (int) delta;
        }

        @Override
        public double valueOf(int bin) {
            return bin - MIDDLE;
        }

        @Override
        public long perPoint() {
            return MIDDLE / POINTS;
        }

        @Override
        public double point() {
            return (bins.most() - bins.least()) / POINTS;
        }

        @Override
        public boolean hasPoints() {
            return true;
        }
    }

    /** Differences of counts, in millionths, the last decimal of a stored score; bins grow with them on both sides of zero. */
    record Units(Bins.Octaves bins) implements DeltaScale {
        private static final long PER_UNIT = 1_000_000;

        /** Beyond this a double no longer holds every millionth. */
        private static final double LARGEST = (double) (1L << 52) / PER_UNIT;

        @Override
        public int size() {
            return 2 * bins.size() - 1;
        }

        @Override
        public long delta(double base, double candidate) {
            return millionths(candidate) - millionths(base);
        }

        @Override
        public int bin(long delta) {
            int distance = bins.ofWhole(Math.abs(delta));
            return bins.size() - 1 + (delta < 0 ? -distance : distance);
        }

        @Override
        public double valueOf(int bin) {
            int distance = bin - (bins.size() - 1);
            return distance < 0 ? -bins.middleOf(-distance) : bins.middleOf(distance);
        }

        @Override
        public long perPoint() {
            return PER_UNIT;
        }

        @Override
        public double point() {
            return 1;
        }

        @Override
        public boolean hasPoints() {
            return false;
        }

        private static long millionths(double score) {
            if (!(Math.abs(score) < LARGEST)) {
                throw new IllegalArgumentException("score " + score + " is too large to compare; must be < " + LARGEST);
            }
            return (long) Math.rint(score * PER_UNIT);
        }
    }
}
