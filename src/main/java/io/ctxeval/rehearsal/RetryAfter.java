package io.ctxeval.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** The forms in which endpoints say when to come back, sensible or not. */
public enum RetryAfter {
    NONE,
    /** Whole seconds, rounded up. */
    SECONDS,
    /** The header {@code retry-after-ms}. */
    MS,
    /** An HTTP date, rounded up to the second. */
    DATE,
    NEGATIVE,
    ZERO,
    /** Thirty years. */
    HUGE;

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    /** The header that says so; none for {@link #NONE}. */
    Map<String, String> header(Duration wait, Instant now) {
        return switch (this) {
            case NONE -> Map.of();
            case SECONDS -> Map.of("retry-after", Long.toString(wholeSeconds(wait)));
            case MS ->
                Map.of(
                        "retry-after-ms",
                        Long.toString(Math.max(1, wait.plusNanos(999_999).toMillis())));
            case DATE ->
                Map.of(
                        "retry-after",
                        HTTP_DATE.format(now.plusSeconds(wholeSeconds(wait)).plusMillis(999)));
            case NEGATIVE -> Map.of("retry-after", "-5");
            case ZERO -> Map.of("retry-after", "0");
            case HUGE -> Map.of("retry-after", "946080000");
        };
    }

    private static long wholeSeconds(Duration wait) {
        return Math.max(1, wait.plusNanos(999_999_999).toSeconds());
    }
}
