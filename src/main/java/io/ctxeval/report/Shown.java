package io.ctxeval.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Figures as reports show them: two decimals, shares in per cent, a dash for what isn't there. */
final class Shown {
    static final String ABSENT = "–";
    private static final int DECIMALS = 2;

    private Shown() {}

    static String decimal(@Nullable Double value) {
        return value == null
                ? ABSENT
                : BigDecimal.valueOf(value)
                        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                        .toPlainString();
    }

    /** A share of 1 in per cent, cut rather than rounded, so that only everything is shown as 100. */
    static String percent(@Nullable Double share) {
        return share == null
                ? ABSENT
                : BigDecimal.valueOf(share)
                                .movePointRight(2)
                                .setScale(1, RoundingMode.DOWN)
                                .toPlainString()
                        + " %";
    }
}
