package io.ctxeval.score;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** The form in which a score is stored: six decimals, rounded half up (metrics.md 3.3). */
public final class StoredScore {
    private static final int DECIMALS = 6;

    private StoredScore() {}

    /** The stored form of a finite score: 71.428571428… gives 71.428571. */
    public static double of(double score) {
        return new BigDecimal(score).setScale(DECIMALS, RoundingMode.HALF_UP).doubleValue();
    }
}
