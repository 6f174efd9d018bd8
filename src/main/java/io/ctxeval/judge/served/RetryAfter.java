package io.ctxeval.judge.served;

import java.math.BigDecimal;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long an endpoint asks to be left alone: {@code retry-after-ms}, or {@code retry-after} in seconds, with or without a
 * fraction, or as a date in the three forms of RFC 9110, 5.6.7.
 */
public final class RetryAfter {
    /** What a longer wait is cut to, about 31 years; what is sensible the caller knows. */
    static final Duration LONGEST = Duration.ofSeconds(1_000_000_000);

    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,40}(?:\\.[0-9]{0,40})?");

    /** A date's name of the day carries nothing: some servers get it wrong. */
    private static final Pattern DAY_NAME = Pattern.compile("^[A-Za-z]{3,9},?\\s+(?=\\S)");

    private static final DateTimeFormatter FIXED = form("d MMM uuuu HH:mm:ss");
    private static final DateTimeFormatter ASCTIME = form("MMM d HH:mm:ss uuuu");

    private RetryAfter() {}

    /**
     * The wait that a response asks for, never negative; a date that is past, or a negative number, is zero.
     *
     * @return null where it asks for none, or in no form that we know
     */
    public static @Nullable Duration read(HttpHeaders headers, Instant now) {
        for (String value : headers.allValues("retry-after-ms")) {
            Duration wait = number(value.strip(), 0.001);
            if (wait != null) {
                return wait;
            }
        }
        for (String value : headers.allValues("retry-after")) {
            Duration wait = number(value.strip(), 1);
            wait = wait == null ? until(value.strip(), now) : wait;
            if (wait != null) {
                return wait;
            }
        }
        return null;
    }

    private static @Nullable Duration number(String text, double unit) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        double seconds = new BigDecimal(text).doubleValue() * unit;
        if (seconds <= 0) {
            return Duration.ZERO;
        }
        return seconds >= LONGEST.toSeconds() ? LONGEST : Duration.ofMillis((long) Math.ceil(seconds * 1000 - 1e-6));
    }

    private static @Nullable Duration until(String text, Instant now) {
        String date = DAY_NAME.matcher(text).replaceFirst("").replaceAll("\\s+", " ");
        boolean zoned = date.endsWith(" GMT") || date.endsWith(" UTC");
        String local = zoned ? date.substring(0, date.length() - 4) : date;
        List<DateTimeFormatter> forms = zoned ? List.of(FIXED, rfc850(now)) : List.of(ASCTIME);
        for (DateTimeFormatter form : forms) {
            LocalDateTime time = parsed(local, form);
            if (time != null) {
                Duration wait = Duration.between(now, time.toInstant(ZoneOffset.UTC));
                return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
            }
        }
        return null;
    }

    private static @Nullable LocalDateTime parsed(String date, DateTimeFormatter form) {
        try {
            return LocalDateTime.parse(date, form);
        } catch (DateTimeException otherForm) {
            return null;
        }
    }

    /** Two digits of the year name one of the 50 years to come or of the 49 past. */
    private static DateTimeFormatter rfc850(Instant now) {
        LocalDate earliest = LocalDate.ofInstant(now, ZoneOffset.UTC).minusYears(49);
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("d-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, earliest)
                .appendPattern(" HH:mm:ss")
                .toFormatter(Locale.US);
    }

    private static DateTimeFormatter form(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.US);
    }
}
