package io.ctxeval.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as reports show them: two decimals, shares in per cent, instants to the second, a dash for what isn't there. */
final class Shown {
    static final String ABSENT = "–";
    private static final int DECIMALS = 2;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Shown() {}

    static String decimal(@Nullable Double value) {
        return value == null
                ? ABSENT
                : BigDecimal.valueOf(value)
                        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                        .toPlainString();
    }

    /** A share of 1 in per cent, rounded half up; only nothing is shown as 0 and only everything as 100. */
    static String percent(@Nullable Double share) {
        if (share == null) {
            return ABSENT;
        }
        BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2).setScale(1, RoundingMode.HALF_UP);
        if (share > 0 && percent.signum() == 0) {
            return "< 0.1 %";
        }
        return share < 1 && percent.compareTo(HUNDRED) == 0 ? "> 99.9 %" : percent.toPlainString() + " %";
    }

    /** In UTC: {@code 2026-01-02 03:04:05 UTC}. */
    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
