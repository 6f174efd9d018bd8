package io.ctxeval.compare;

import java.util.SplittableRandom;

/**
 * Draws how many of n chances come true. For few expected successes by inversion, else by Hörmann's transformed rejection BTRS
 * (Hörmann 1993, "The generation of binomial random variates"); both follow the distribution itself, not an approximation.
 */
final class BinomialSampler {
    private static final double INVERTED_BELOW = 10;

    /** Entry k: ln k! − Stirling's formula, for small k; beyond, its series. */
    private static final double[] STIRLING_ERROR = {
        0.08106146679532726,
        0.0413406959554093,
        0.02767792568499834,
        0.020790672103765093,
        0.016644691189821193,
        0.013876128823070748,
        0.01189670994589177,
        0.010411265261972096,
        0.009255462182712733,
        0.00833056343336287
    };

    private BinomialSampler() {}

    /**
     * A draw.
     *
     * @param n chances, at least 0
     * @param p probability of each, in [0, 1]
     */
    static long draw(SplittableRandom random, long n, double p) {
        if (p > 0.5) {
            return n - draw(random, n, 1 - p);
        }
        if (n == 0 || p <= 0) {
            return 0;
        }
        return n * p < INVERTED_BELOW ? inverted(random, n, p) : rejected(random, n, p);
    }

    /** Walks up the probabilities from 0 until they exceed a uniform number. */
    private static long inverted(SplittableRandom random, long n, double p) {
        double odds = p / (1 - p);
        double none = Math.exp(n * Math.log1p(-p));
        while (true) {
            double left = random.nextDouble();
            double probability = none;
            for (long k = 0; k <= n && probability > 0; k++) {
                if (left < probability) {
                    return k;
                }
                left -= probability;
                probability *= odds * (n - k) / (k + 1);
            }
            // The uniform number lay above the sum of all probabilities, which misses 1 by rounding.
        }
    }

    private static long rejected(SplittableRandom random, long n, double p) {
        double spread = Math.sqrt(n * p * (1 - p));
        double b = 1.15 + 2.53 * spread;
        double a = -0.0873 + 0.0248 * b + 0.01 * p;
        double centre = n * p + 0.5;
        double surely = 0.92 - 4.2 / b;
        double scale = (2.83 + 5.1 / b) * spread;
        while (true) {
            double u = random.nextDouble() - 0.5;
            double v = random.nextDouble();
            double edge = 0.5 - Math.abs(u);
            double k = Math.floor((2 * a / edge + b) * u + centre);
            if (edge >= 0.07 && v <= surely) {
                return (long) k;
            }
            if (k >= 0 && k <= n && Math.log(v * scale / (a / (edge * edge) + b)) <= overMode(n, p, k)) {
                return (long) k;
            }
        }
    }

    /** The logarithm of P(k)/P(mode). */
    private static double overMode(long n, double p, double k) {
        double odds = p / (1 - p);
        double mode = Math.floor((n + 1) * p);
        return (mode + 0.5) * Math.log((mode + 1) / (odds * (n - mode + 1)))
                + (n + 1) * Math.log((n - mode + 1) / (n - k + 1))
                + (k + 0.5) * Math.log(odds * (n - k + 1) / (k + 1))
                + stirlingError(mode)
                + stirlingError(n - mode)
                - stirlingError(k)
                - stirlingError(n - k);
    }

    private static double stirlingError(double k) {
        if (k < STIRLING_ERROR.length) {
            return STIRLING_ERROR[(int) k];
        }
        double next = k + 1;
        double square = next * next;
        return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / next;
    }
}
